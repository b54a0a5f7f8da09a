import { useEffect, useRef } from 'react';

/**
 * Gives the focus back to a button that was disabled or away while something was under way, unless the focus has found
 * another place meanwhile. Use it as the button's `ref`.
 *
 * @param canFocus whether the button is enabled once nothing is under way
 */
export function useKeptFocus(isBusy: boolean, canFocus: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const isOwed = useRef(false);
  useEffect(() => {
    if (isBusy) isOwed.current = true;
    else if (isOwed.current && canFocus) {
      isOwed.current = false;
      if (document.activeElement === document.body) button.current?.focus();
    }
  }, [isBusy, canFocus]);
  return button;
}
