import { useEffect, useState } from 'react';

/** Milliseconds to wait for a finger's click, which comes a moment after it lifts, or not at all. */
const clickDelay = 100;

/** Returns a value that stays the same while the pointer is down: if the page moved then, no click would follow. */
export function useStableWhilePressed<Value>(value: Value): Value {
  const [isDown, setIsDown] = useState(false);
  const [shown, setShown] = useState(value);
  if (!isDown && shown !== value) setShown(value);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const press = ({ isPrimary, button }: PointerEvent) => {
      // Other buttons open the browser's menu and may send no pointerup.
      if (!isPrimary || button !== 0) return;
      clearTimeout(timer);
      setIsDown(true);
    };
    const releaseAfter = (milliseconds: number) => () => {
      clearTimeout(timer);
      timer = setTimeout(() => setIsDown(false), milliseconds);
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    addEventListener('pointerdown', press, options);
    addEventListener('pointerup', releaseAfter(clickDelay), options);
    addEventListener('pointercancel', releaseAfter(clickDelay), options);
    // A button released over a scroll bar sends no pointerup.
    addEventListener('pointermove', ({ buttons }) => buttons === 0 && setIsDown(false), options);
    addEventListener('click', releaseAfter(0), options);
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, []);

  return isDown ? shown : value;
}
