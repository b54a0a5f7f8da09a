import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The click of a finger comes a moment after it has left, or not at all; in milliseconds. */
const clickDelay = 100;

/** Holds a value while a button is pressed: if the page moved between press and release, there would be no click. */
export function useBetweenPresses<Value>(value: Value): Value {
  const newest = useRef(value);
  const [held, setHeld] = useState<{ value: Value } | null>(null);
  useLayoutEffect(() => {
    newest.current = value;
  }, [value]);

  useEffect(() => {
    let isDown = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const press = ({ isPrimary, button }: PointerEvent) => {
      // Other buttons open a menu of the browser, and may send no pointerup.
      if (!isPrimary || button !== 0) return;
      isDown = true;
      clearTimeout(timer);
      setHeld((before) => before ?? { value: newest.current });
    };
    const releaseAfter = (milliseconds: number) => () => {
      isDown = false;
      clearTimeout(timer);
      timer = setTimeout(() => setHeld(null), milliseconds);
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    addEventListener('pointerdown', press, options);
    addEventListener('pointerup', releaseAfter(clickDelay), options);
    addEventListener('pointercancel', releaseAfter(clickDelay), options);
    // A button released over a scroll bar sends no pointerup.
    addEventListener('pointermove', ({ buttons }) => isDown && buttons === 0 && releaseAfter(0)(), options);
    addEventListener('click', releaseAfter(0), options);
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, []);

  return held ? held.value : value;
}
