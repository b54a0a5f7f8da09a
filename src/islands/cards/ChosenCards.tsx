import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { excessWords } from '../../shared/excess-words.ts';
import { limits } from '../../shared/limits.ts';
import { cardAsDrawn, type DrawnCard, findCard } from '../../shared/readings/cards.ts';
import { TarotCard } from './TarotCard.tsx';

interface ChosenCardsProps {
  cards: readonly DrawnCard[];
  onChange: (cards: DrawnCard[], said: string) => void;
  onRemove: (index: number) => void;
}

/** The cards in order. Alt and an arrow moves the one that has the focus. */
export function ChosenCards({ cards, onChange, onRemove }: ChosenCardsProps) {
  const list = useRef<HTMLOListElement>(null);
  const keepFocus = useKeptFocus(list);

  function move(from: number, to: number) {
    const drawn = cards[from];
    if (!drawn || to < 0 || to >= cards.length) return;
    keepFocus();
    const moved = cards.toSpliced(from, 1).toSpliced(to, 0, drawn);
    onChange(moved, `${cardAsDrawn(drawn)} is card ${to + 1} of ${cards.length}.`);
  }
  const { dragged, startDragging } = useDragging(list, move);

  function act(event: KeyboardEvent, index: number) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
  }

  if (cards.length === 0) return null;
  const keys = keysOf(cards);
  return (
    <ol ref={list} aria-label="The cards in order" className="grid border-t border-base-300">
      {cards.map((drawn, index) => (
        <li
          key={keys[index]}
          className={dragged === index ? 'border-b border-base-300 bg-base-200' : 'border-b border-base-300'}
          onKeyDown={(event) => act(event, index)}
        >
          <ChosenCard
            drawn={drawn}
            place={index + 1}
            isLast={index === cards.length - 1}
            onChange={(changed) => {
              const said = changed.isReversed === drawn.isReversed ? '' : `Now: ${cardAsDrawn(changed)}.`;
              onChange(cards.with(index, changed), said);
            }}
            onMove={(by) => move(index, index + by)}
            onRemove={() => {
              onRemove(index);
              focusBeside(list, index);
            }}
            onGrab={(event) => startDragging(event, index)}
          />
        </li>
      ))}
    </ol>
  );
}

const round = 'btn btn-ghost btn-sm btn-square';

interface ChosenCardProps {
  drawn: DrawnCard;
  /** From 1. */
  place: number;
  isLast: boolean;
  onChange: (drawn: DrawnCard) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  onGrab: (event: ReactPointerEvent) => void;
}

function ChosenCard({ drawn, place, isLast, onChange, onMove, onRemove, onGrab }: ChosenCardProps) {
  const name = findCard(drawn.card)?.name ?? drawn.card;
  const excess = excessWords(drawn.position, limits.cardPositionCharacters);
  const excessId = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span
        aria-hidden="true"
        title="Drag to move"
        className="cursor-grab touch-none px-1 py-4 text-quiet select-none"
        onPointerDown={onGrab}
      >
        ⠿
      </span>
      <TarotCard card={drawn.card} isReversed={drawn.isReversed} className="w-9 flex-none" />
      <div className="min-w-0 flex-1 basis-36">
        <p className="leading-snug font-semibold wrap-anywhere">
          {place}. {name}
        </p>
        <label className="inline-flex min-h-6 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="checkbox checkbox-sm checkbox-primary"
            aria-label={`${name} reversed`}
            checked={drawn.isReversed}
            onChange={(event) => onChange({ ...drawn, isReversed: event.target.checked })}
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
        onChange={(event) => onChange({ ...drawn, position: event.target.value })}
      />
      {excess && (
        <p id={excessId} className="field-error basis-full">
          {excess}
        </p>
      )}
      <div className="ms-auto flex flex-none gap-1">
        <button
          type="button"
          className={round}
          aria-label={`Move ${name} up`}
          aria-disabled={place === 1}
          aria-keyshortcuts="Alt+ArrowUp"
          onClick={() => onMove(-1)}
        >
          ↑
        </button>
        <button
          type="button"
          className={round}
          aria-label={`Move ${name} down`}
          aria-disabled={isLast}
          aria-keyshortcuts="Alt+ArrowDown"
          onClick={() => onMove(1)}
        >
          ↓
        </button>
        <button
          type="button"
          data-remove
          className={round}
          aria-label={`Take out ${cardAsDrawn(drawn)}`}
          onClick={onRemove}
        >
          ×
        </button>
      </div>
    </div>
  );
}

/** @returns a key for each card: the same card may be there twice, so its name and its count */
function keysOf(cards: readonly DrawnCard[]): string[] {
  const seen = new Map<string, number>();
  return cards.map(({ card }) => {
    const count = seen.get(card) ?? 0;
    seen.set(card, count + 1);
    return `${card} ${count}`;
  });
}

/** A row that moves on the page loses the focus. @returns restores it after the next rendering */
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

/** Moves the focus from a removed row to the next one, or to the search. */
function focusBeside(list: RefObject<HTMLElement | null>, index: number): void {
  const rows = [...(list.current?.children ?? [])].filter((_, place) => place !== index);
  const next = rows[Math.min(index, rows.length - 1)]?.querySelector<HTMLElement>('[data-remove]');
  (next ?? document.querySelector<HTMLElement>('[data-first-focus]'))?.focus();
}

/** Moves a row of a list with the pointer that holds it: `move` is called at each other row that it reaches. */
function useDragging(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const follow = useEffectEvent(({ clientY }: PointerEvent) => {
    if (dragged === null) return;
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const to = rows.findIndex(({ top, bottom }) => clientY >= top && clientY < bottom);
    const target = rows[to];
    if (!target || to === dragged) return;
    // Rows differ in height: before the middle of the other one they would change places for ever.
    const middle = target.top + target.height / 2;
    if (to > dragged ? clientY <= middle : clientY >= middle) return;
    move(dragged, to);
    setDragged(to);
  });

  const isDragging = dragged !== null;
  useEffect(() => {
    if (!isDragging) return;
    // On the window: a row that moves on the page loses the pointer that it had captured.
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('pointermove', follow, { signal });
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(end, () => setDragged(null), { signal });
    return () => listening.abort();
  }, [isDragging]);

  return {
    dragged,
    startDragging(event: ReactPointerEvent, index: number) {
      if (event.button !== 0) return;
      event.preventDefault();
      setDragged(index);
    },
  };
}
