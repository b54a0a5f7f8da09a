import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Moves a row of a list under the finger or the pointer that holds it.
 *
 * @param move called whenever it has come to another row's place
 */
export function useDragging(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
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
