import { useState } from 'react';
import { cardsText, type DrawnCard } from '../../../shared/readings/cards.ts';
import { Button } from '../../../ui/Button.tsx';
import { lazyPart } from '../../../ui/errors/lazy-part.tsx';
import { Skeleton } from '../../../ui/pieces.tsx';
import { parseCards, serializeCards } from './serialize-cards.ts';

const Picker = lazyPart(() => import('./CardPicker.tsx'), 'CardPicker', null);
const Row = lazyPart(
  () => import('./DrawnCardsRow.tsx'),
  'DrawnCardsRow',
  <Skeleton label="Loading the cards" className="h-14" />,
);

/** Shows the drawn cards as a row of pictures, fetching its code first; renders nothing without cards. */
export function DrawnCards({ cards }: { cards: readonly DrawnCard[] }) {
  return cards.length > 0 ? <Row cards={cards} /> : null;
}

type FieldProps = { value: string | undefined; onValueChange: (cards: string) => void; readOnly: boolean };

export function CardsField({ value, onValueChange, readOnly }: FieldProps) {
  const [isPicking, setIsPicking] = useState<boolean | null>(null);
  const cards = parseCards(value);
  return (
    <fieldset className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <legend className="float-left me-3 text-sm font-semibold cramped:sr-only">Cards</legend>
      <p className="min-w-0 flex-1 basis-40 text-sm text-quiet wrap-anywhere cramped:sr-only">
        {cardsText(cards) || 'No cards chosen: the letter has no pictures.'}
      </p>
      <Button disabled={readOnly} onPointerEnter={Picker.prefetch} onClick={() => setIsPicking(true)}>
        {cards.length === 0 ? 'Choose cards' : 'Change cards'}
      </Button>
      {isPicking !== null && (
        <Picker
          cards={cards}
          onChange={(changed) => onValueChange(serializeCards(changed))}
          open={isPicking}
          onClose={() => setIsPicking(false)}
        />
      )}
    </fieldset>
  );
}
