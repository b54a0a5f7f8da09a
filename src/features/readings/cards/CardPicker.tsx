import { useRef, useState } from 'react';
import { limits } from '../../../shared/limits.ts';
import { cardTitle, type DrawnCard } from '../../../shared/readings/cards.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Combobox, resultHint } from '../../../ui/dialogs/Combobox.tsx';
import { Dialog, type DialogState } from '../../../ui/dialogs/Dialog.tsx';
import { ChosenCards } from './ChosenCards.tsx';
import { CardPicture } from './DrawnCardsRow.tsx';
import { type CardGroup, findCards } from './find-cards.ts';

type PickerProps = DialogState & { cards: readonly DrawnCard[]; onChange: (cards: DrawnCard[]) => void };

export function CardPicker({ cards, onChange, ...dialog }: PickerProps) {
  const [announcement, setNews] = useState('');
  const [removed, setRemoved] = useState<{ card: DrawnCard; index: number } | null>(null);
  const isFull = cards.length >= limits.cards;

  function change(next: DrawnCard[], said: string) {
    setRemoved(null);
    setNews(said);
    onChange(next);
  }

  function remove(index: number) {
    const card = cards[index];
    if (!card) return;
    change(cards.toSpliced(index, 1), `${cardTitle(card)} was removed.`);
    setRemoved({ card, index });
  }

  return (
    <Dialog
      {...dialog}
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
            change([...cards, drawn], `${cardTitle(drawn)} is card ${cards.length + 1}.`);
          }}
        />
        <ChosenCards cards={cards} onChange={change} onRemove={remove} />
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
          <p role="status" className="min-w-0 text-sm text-quiet wrap-anywhere">
            {announcement || (isFull && `A reading may have at most ${limits.cards} cards.`)}
          </p>
          {removed && (
            <Button
              onClick={() => {
                const { card, index } = removed;
                change(cards.toSpliced(index, 0, card), `${cardTitle(card)} is card ${index + 1} again.`);
              }}
            >
              Put it back
            </Button>
          )}
          <Button className="btn btn-primary btn-sm ms-auto" onClick={dialog.onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const groups: [CardGroup, string][] = [
  ['majors', 'Majors'],
  ['wands', 'Wands'],
  ['cups', 'Cups'],
  ['swords', 'Swords'],
  ['pentacles', 'Pentacles'],
];

const shownAtOnce = 8;

function CardFinder(props: {
  drawn: readonly DrawnCard[];
  isFull: boolean;
  onChoose: (card: string, isReversed: boolean) => void;
}) {
  const { drawn, isFull, onChoose } = props;
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState<CardGroup | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { cards, isReversed } = findCards(search, group);
  const shown = group === null ? cards.slice(0, shownAtOnce) : cards;
  const isAsked = search.trim() !== '' || group !== null;
  const announcement =
    cards.length > 0 ? resultHint(cards.length, shown.length, 'card', 'add') : 'No card matches.';

  return (
    <Combobox
      ref={field}
      label="Find a card"
      placeholder="For example, ten c"
      hint="Enter adds the highlighted card; type “rev” for reversed."
      text={search}
      onTextChange={setSearch}
      listLabel="Cards"
      listClassName="grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))]"
      optionClassName="p-1 text-center text-sm leading-snug"
      items={shown}
      keyOf={({ slug }) => slug}
      show={({ slug, name }) => (
        <>
          <CardPicture card={slug} isReversed={isReversed} className="mx-auto mb-1 w-12" />
          {name}
          {drawn.some((one) => one.card === slug) && <span className="block text-quiet">drawn</span>}
        </>
      )}
      onChoose={({ slug }) => {
        if (isFull) return;
        onChoose(slug, isReversed);
        setSearch('');
      }}
      announcement={isAsked && (cards.length > 0 || !isReversed) ? announcement : ''}
    >
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Suit</legend>
        {groups.map(([name, label]) => (
          <Button
            key={name}
            className={classNames('btn btn-sm', group === name && 'btn-primary')}
            aria-pressed={group === name}
            onClick={() => {
              setGroup(group === name ? null : name);
              field.current?.focus();
            }}
          >
            {label}
          </Button>
        ))}
      </fieldset>
    </Combobox>
  );
}
