import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { excessText } from '../../../shared/counted-text.ts';
import { limits } from '../../../shared/limits.ts';
import { cardTitle, type DrawnCard, findCard } from '../../../shared/readings/cards.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CardPicture } from './DrawnCardsRow.tsx';

interface ChosenCardsProps {
  cards: readonly DrawnCard[];
  onChange: (cards: DrawnCard[], said: string) => void;
  onRemove: (index: number) => void;
}

/** Lists the drawn cards, which can be moved by dragging, buttons, or Alt with an arrow key. */
export function ChosenCards({ cards, onChange, onRemove }: ChosenCardsProps) {
  const list = useRef<HTMLOListElement>(null);
  const keepFocus = useKeptFocus(list);
  const [dragged, setDragged] = useState<number | null>(null);

  function move(from: number, to: number) {
    const drawn = cards[from];
    if (!drawn || to < 0 || to >= cards.length) return;
    keepFocus();
    const moved = cards.toSpliced(from, 1).toSpliced(to, 0, drawn);
    onChange(moved, `${cardTitle(drawn)} is card ${to + 1} of ${cards.length}.`);
  }

  function remove(index: number) {
    onRemove(index);
    focusBeside(list, index);
  }

  if (cards.length === 0) return null;
  const row = { cards, dragged, setDragged, move, onChange, onRemove: remove };
  return (
    <ol ref={list} aria-label="The cards in order" className="grid border-t border-base-300">
      {cards.map((drawn, index) => (
        <ChosenCard key={keyOf(cards, index)} drawn={drawn} index={index} {...row} />
      ))}
    </ol>
  );
}

/** Not text, so that a card dropped on a text field inserts nothing. */
const dragType = 'application/x-tarot-card';

const round = 'btn btn-ghost btn-sm btn-square';

const moves = [
  { way: 'Up', sign: '↑', by: -1 },
  { way: 'Down', sign: '↓', by: 1 },
] as const;

interface ChosenCardProps extends ChosenCardsProps {
  drawn: DrawnCard;
  index: number;
  dragged: number | null;
  setDragged: (index: number | null) => void;
  move: (from: number, to: number) => void;
}

function ChosenCard(props: ChosenCardProps) {
  const { cards, drawn, index, dragged, setDragged, move, onRemove } = props;
  const name = findCard(drawn.card)?.name ?? drawn.card;
  const excess = excessText(drawn.position, limits.cardPositionCharacters);
  const excessId = useId();
  const change = (changes: Partial<DrawnCard>, said = '') =>
    props.onChange(cards.with(index, { ...drawn, ...changes }), said);

  function moveByKey(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
  }

  return (
    <li
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-base-300 py-2',
        dragged === index && 'bg-base-200',
      )}
      onKeyDown={moveByKey}
      onDragOver={(event) => dragged !== null && event.preventDefault()}
      onDrop={(event) => {
        if (dragged === null) return;
        event.preventDefault();
        move(dragged, index);
      }}
    >
      <span
        aria-hidden="true"
        title="Drag to move"
        className="cursor-grab px-1 py-4 text-quiet select-none"
        draggable
        onDragStart={({ dataTransfer, currentTarget }) => {
          const row = currentTarget.parentElement;
          if (row) dataTransfer.setDragImage(row, 0, 0);
          dataTransfer.setData(dragType, name);
          setDragged(index);
        }}
        onDragEnd={() => setDragged(null)}
      >
        ⠿
      </span>
      <CardPicture card={drawn.card} isReversed={drawn.isReversed} className="w-9 flex-none" />
      <div className="min-w-0 flex-1 basis-36">
        <p className="leading-snug font-semibold wrap-anywhere">
          {index + 1}. {name}
        </p>
        <label className="inline-flex min-h-6 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="checkbox checkbox-sm checkbox-primary"
            aria-label={`${name} reversed`}
            checked={drawn.isReversed}
            onChange={({ target: { checked: isReversed } }) =>
              change({ isReversed }, `Now: ${cardTitle({ ...drawn, isReversed })}.`)
            }
          />
          Reversed
        </label>
      </div>
      <input
        type="text"
        dir="auto"
        autoComplete="off"
        aria-label={`Position of ${name}`}
        placeholder="Position"
        className="input input-sm min-w-0 flex-1 basis-40"
        aria-invalid={excess ? true : undefined}
        aria-describedby={excess ? excessId : undefined}
        value={drawn.position}
        onChange={(event) => change({ position: event.target.value })}
      />
      {excess && (
        <p id={excessId} className="field-error basis-full">
          {excess}
        </p>
      )}
      <div className="ms-auto flex flex-none gap-1">
        {moves.map(({ way, sign, by }) => (
          <Button
            key={way}
            className={round}
            aria-label={`Move ${name} ${way.toLowerCase()}`}
            aria-disabled={index === (by === 1 ? cards.length - 1 : 0)}
            aria-keyshortcuts={`Alt+Arrow${way}`}
            onClick={() => move(index, index + by)}
          >
            {sign}
          </Button>
        ))}
        <Button
          data-remove
          className={round}
          aria-label={`Remove ${cardTitle(drawn)}`}
          onClick={() => onRemove(index)}
        >
          ×
        </Button>
      </div>
    </li>
  );
}

/** Returns a key for a card: its name and its count, because the same card may appear twice. */
function keyOf(cards: readonly DrawnCard[], index: number): string {
  const card = cards[index]?.card;
  return `${card} ${cards.slice(0, index).filter((before) => before.card === card).length}`;
}

/** Keeps the focus in a row that moves. @returns a function to call before the move */
function useKeptFocus(list: RefObject<HTMLElement | null>): () => void {
  const focused = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    focused.current?.focus();
    focused.current = null;
  });
  return () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && list.current?.contains(activeElement))
      focused.current = activeElement;
  };
}

function focusBeside(list: RefObject<HTMLElement | null>, index: number): void {
  const rows = [...(list.current?.children ?? [])].filter((_, place) => place !== index);
  const next = rows[Math.min(index, rows.length - 1)]?.querySelector<HTMLElement>('[data-remove]');
  (next ?? document.querySelector<HTMLElement>('[data-first-focus]'))?.focus();
}
