import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { cardAsDrawn, type DrawnCard } from '../../shared/readings/cards.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { CardFinder } from './CardFinder.tsx';
import { ChosenCards } from './ChosenCards.tsx';

interface CardPickerProps {
  cards: readonly DrawnCard[];
  onChange: (cards: DrawnCard[]) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface Removed {
  card: DrawnCard;
  index: number;
}

/** Chooses the cards that were drawn: found by typing, put in their sequence by dragging or with the keys. */
export function CardPicker({ cards, onChange, open, onOpenChange }: CardPickerProps) {
  const [news, setNews] = useState('');
  const [removed, setRemoved] = useState<Removed | null>(null);
  const isFull = cards.length >= limits.cards;

  function change(next: DrawnCard[], said: string) {
    setRemoved(null);
    setNews(said);
    onChange(next);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title="The cards that were drawn"
      description="They appear above the letter, in this order. Changes are saved right away."
    >
      <div className="grid gap-4">
        <CardFinder
          drawn={cards}
          isFull={isFull}
          onChoose={(card, isReversed) => {
            const drawn = { card, isReversed, position: '' };
            change([...cards, drawn], `${cardAsDrawn(drawn)} is card ${cards.length + 1}.`);
          }}
        />
        <ChosenCards
          cards={cards}
          onChange={change}
          onRemove={(index) => {
            const card = cards[index];
            if (!card) return;
            change(cards.toSpliced(index, 1), `${cardAsDrawn(card)} was taken out.`);
            setRemoved({ card, index });
          }}
        />
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
          <p role="status" className="min-w-0 text-sm text-quiet wrap-anywhere">
            {news || (isFull && `A reading may have at most ${limits.cards} cards.`)}
          </p>
          {removed && (
            <button
              type="button"
              className="btn btn-sm"
              onClick={() =>
                change(
                  cards.toSpliced(removed.index, 0, removed.card),
                  `${cardAsDrawn(removed.card)} is card ${removed.index + 1} again.`,
                )
              }
            >
              Put it back
            </button>
          )}
          <button
            type="button"
            className="btn btn-primary btn-sm ms-auto"
            onClick={() => onOpenChange(false)}
          >
            Done
          </button>
        </div>
      </div>
    </Dialog>
  );
}
