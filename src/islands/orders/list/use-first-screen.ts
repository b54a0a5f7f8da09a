import { startTransition, useEffect, useState } from 'react';

/** No row of the list is lower, in pixels. */
const leastRowHeight = 36;

/** @returns a list's rows down to the lower edge of the window, and perhaps a few more */
export function firstScreenOf<Row>(rows: Row[]): Row[] {
  return rows.slice(0, Math.ceil((scrollY + innerHeight) / leastRowHeight));
}

/**
 * What can be seen of a new list is drawn first, the rest once that is on the screen.
 *
 * @param list what the rows are of; another one is a new list
 * @returns whether it is the turn of the rest
 */
export function useFirstScreen(list: unknown): boolean {
  const [seen, setSeen] = useState<unknown>(undefined);
  useEffect(() => {
    // The first callback comes just before a frame, the second after it.
    const drawRest = () => startTransition(() => setSeen(list));
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(drawRest);
    });
    return () => cancelAnimationFrame(frame);
  }, [list]);
  return seen === list;
}
