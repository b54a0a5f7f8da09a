import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A finger's click comes a moment after it has left, and may not come at all; in milliseconds. */
const clickPatience = 100;

/**
 * For what comes and goes by itself, and moves what stands below: where that happens between a button's going down and
 * its coming up again, the browser finds that something else was let go than was pressed, and nothing is clicked.
 *
 * @returns the value; while something is pressed, as it was before
 */
export function useBetweenPresses<Value>(value: Value): Value {
  const newest = useRef(value);
  const [held, setHeld] = useState<{ value: Value } | null>(null);
  useLayoutEffect(() => {
    newest.current = value;
  }, [value]);

  useEffect(() => {
    let isDown = false;
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const press = ({ isPrimary, button }: PointerEvent) => {
      // Other buttons may send no pointerup: they open a menu of the browser's.
      if (!isPrimary || button !== 0) return;
      isDown = true;
      clearTimeout(leaving);
      setHeld((before) => before ?? { value: newest.current });
    };
    const leaveAfter = (milliseconds: number) => () => {
      isDown = false;
      clearTimeout(leaving);
      leaving = setTimeout(() => setHeld(null), milliseconds);
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    addEventListener('pointerdown', press, options);
    for (const end of ['pointerup', 'pointercancel'] as const)
      addEventListener(end, leaveAfter(clickPatience), options);
    // A button released over a scroll bar sends no pointerup.
    addEventListener('pointermove', ({ buttons }) => isDown && buttons === 0 && leaveAfter(0)(), options);
    // Whatever was pressed hears of it first.
    addEventListener('click', leaveAfter(0), options);
    return () => {
      clearTimeout(leaving);
      listening.abort();
    };
  }, []);

  return held ? held.value : value;
}
