import { useEffect, useRef } from 'react';

/**
 * A button that is disabled while something is under way loses the focus; with this as its `ref` it has it
 * again afterwards, unless the focus has found another place meanwhile.
 */
export function useKeptFocus(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isBusy) return;
    return () => {
      if (document.activeElement === document.body) button.current?.focus();
    };
  }, [isBusy]);
  return button;
}
