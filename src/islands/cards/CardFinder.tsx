import { useRef, useState } from 'react';
import { type CardGroup, findCards } from '../../client/cards/find-cards.ts';
import type { DrawnCard } from '../../shared/readings/cards.ts';
import { classNames } from '../ui/class-names.ts';
import { Combobox, foundNews } from '../ui/combobox/Combobox.tsx';
import { TarotCard } from './TarotCard.tsx';

const groups: [CardGroup, string][] = [
  ['majors', 'Majors'],
  ['wands', 'Wands'],
  ['cups', 'Cups'],
  ['swords', 'Swords'],
  ['pentacles', 'Pentacles'],
];

/** How many are shown of what was typed: the others are found by typing on. A suit is shown whole. */
const shownAtOnce = 8;

interface CardFinderProps {
  drawn: readonly DrawnCard[];
  isFull: boolean;
  onChoose: (card: string, isReversed: boolean) => void;
}

/** Finds a card by typing or by its suit; Enter takes it. */
export function CardFinder({ drawn, isFull, onChoose }: CardFinderProps) {
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState<CardGroup | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { cards, isReversed } = findCards(search, group);
  const shown = group === null ? cards.slice(0, shownAtOnce) : cards;
  const isAsked = search.trim() !== '' || group !== null;

  return (
    <Combobox
      ref={field}
      label="Find a card"
      placeholder="For example, ten c"
      hint="Enter adds the marked card; type “rev” for reversed."
      text={search}
      onTextChange={setSearch}
      listLabel="Cards"
      listClassName="grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))]"
      optionClassName="p-1 text-center text-sm leading-snug"
      items={shown}
      keyOf={({ slug }) => slug}
      show={({ slug, name }) => (
        <>
          <TarotCard card={slug} isReversed={isReversed} className="mx-auto mb-1 w-12" />
          {name}
          {drawn.some((one) => one.card === slug) && <span className="block text-quiet">drawn</span>}
        </>
      )}
      onChoose={({ slug }) => {
        if (isFull) return;
        onChoose(slug, isReversed);
        setSearch('');
      }}
      news={isAsked ? newsOf(cards.length, shown.length, isReversed) : ''}
    >
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Suit</legend>
        {groups.map(([name, label]) => (
          <button
            key={name}
            type="button"
            className={classNames('btn btn-sm', group === name && 'btn-primary')}
            aria-pressed={group === name}
            onClick={() => {
              setGroup(group === name ? null : name);
              field.current?.focus();
            }}
          >
            {label}
          </button>
        ))}
      </fieldset>
    </Combobox>
  );
}

function newsOf(found: number, shown: number, isReversed: boolean): string {
  if (found > 0) return foundNews(found, shown, 'card');
  return isReversed ? '' : 'No card matches.';
}
