import { useEffect, useState } from 'react';

const isPressed = () => document.querySelector(':active') !== null;

/** Holds a value while something is pressed: if the page moved between press and release, there would be no click. */
export function useBetweenPresses<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  if (shown !== value && !isPressed()) setShown(value);

  useEffect(() => {
    if (shown === value) return;
    let frame = requestAnimationFrame(look);
    function look(): void {
      if (isPressed()) frame = requestAnimationFrame(look);
      else setShown(value);
    }
    return () => cancelAnimationFrame(frame);
  }, [shown, value]);

  return shown;
}
