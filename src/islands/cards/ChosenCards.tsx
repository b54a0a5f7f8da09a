import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { moveCard } from '../../client/cards/kept-cards.ts';
import { cardAsDrawn, type DrawnCard } from '../../shared/readings/cards.ts';
import { ChosenCard } from './ChosenCard.tsx';

interface ChosenCardsProps {
  cards: readonly DrawnCard[];
  /** `said` describes the change for screen readers. */
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
    onChange(moveCard(cards, from, to), `${cardAsDrawn(drawn)} is card ${to + 1} of ${cards.length}.`);
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
            isFirst={index === 0}
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

/** The same card may lie there twice: each is known by its name and how many of it come before. */
function keysOf(cards: readonly DrawnCard[]): string[] {
  const seen = new Map<string, number>();
  return cards.map(({ card }) => {
    const count = seen.get(card) ?? 0;
    seen.set(card, count + 1);
    return `${card} ${count}`;
  });
}

/** A row that moves on the page loses the focus: it is given back to what had it. */
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

/** Where a card was taken out one goes on with the next, or with finding another. */
function focusBeside(list: RefObject<HTMLElement | null>, index: number): void {
  const rows = [...(list.current?.children ?? [])].filter((_, place) => place !== index);
  const next = rows[Math.min(index, rows.length - 1)]?.querySelector<HTMLElement>('[data-remove]');
  (next ?? document.querySelector<HTMLElement>('[data-first-focus]'))?.focus();
}

/**
 * Moves a row of a list under the finger or the pointer that holds it.
 *
 * @param move called whenever it has come to another row's place
 */
function useDragging(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const latest = useRef(move);
  latest.current = move;

  useEffect(() => {
    if (dragged === null) return;
    // On the window: a row that moves on the page lets go of the pointer it had captured.
    const follow = ({ clientY }: PointerEvent) => {
      const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
      const own = rows[dragged];
      const to = rows.findIndex(({ top, bottom }) => clientY >= top && clientY < bottom);
      const target = rows[to];
      if (!own || !target || to === dragged) return;
      // Rows may differ in height: not before the middle of the other one, or they would change places for ever.
      const isPast =
        to > dragged ? clientY > target.top + target.height / 2 : clientY < target.top + target.height / 2;
      if (!isPast) return;
      latest.current(dragged, to);
      setDragged(to);
    };
    const end = () => setDragged(null);
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    return () => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
  }, [dragged, list]);

  return {
    /** The place of the row that is held; null while none is. */
    dragged,
    startDragging(event: ReactPointerEvent, index: number) {
      if (event.button !== 0) return;
      event.preventDefault();
      setDragged(index);
    },
  };
}
