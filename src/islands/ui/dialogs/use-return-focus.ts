import { useLayoutEffect, useRef } from 'react';
import { rememberPlace } from '../hands-on-focus.ts';

export const firstFocus = { 'data-first-focus': '' };

/** Focuses the field that has `firstFocus`. @returns whether there is one */
function focusFirst(box: Element): boolean {
  const field = box.querySelector<HTMLElement>('[data-first-focus]');
  field?.focus();
  return field !== null;
}

/**
 * Waits for the field that has `firstFocus`, until the user does something else in the dialog.
 *
 * @returns ends it
 */
function awaitFirst(box: Element): () => void {
  const done = new AbortController();
  const comings = new MutationObserver(() => {
    if (focusFirst(box)) done.abort();
  });
  comings.observe(box, { childList: true, subtree: true });
  done.signal.addEventListener('abort', () => comings.disconnect());
  for (const act of ['keydown', 'pointerdown']) {
    box.addEventListener(act, () => done.abort(), { signal: done.signal });
  }
  return () => done.abort();
}

/**
 * Props for a dialog's content that begin in the field that has `firstFocus`, if there is one, and send the
 * focus back to where it was, with a field's caret where it was, or near it when that is gone. Radix returns it
 * to a trigger component only, and our dialogs are opened by state.
 *
 * @param onClosed called when the focus is back
 */
export function useReturnFocus(open: boolean, onClosed?: () => void) {
  const opener = useRef<Element | null>(null);
  const goBack = useRef(() => {});
  const stopWaiting = useRef(() => {});

  // Radix puts the content on the page only after this: no field in it has taken the focus yet.
  useLayoutEffect(() => {
    if (!open) return;
    opener.current = document.activeElement;
    if (opener.current instanceof HTMLElement) goBack.current = rememberPlace(opener.current);
  }, [open]);

  return {
    onOpenAutoFocus(event: Event) {
      const box = event.currentTarget;
      if (!(box instanceof Element)) return;
      if (focusFirst(box)) event.preventDefault();
      else stopWaiting.current = awaitFirst(box);
    },
    onCloseAutoFocus(event: Event) {
      stopWaiting.current();
      event.preventDefault();
      // Another dialog may have opened as this one closed, and have the focus. A dialog below has taken it as a whole.
      const { activeElement, body } = document;
      if (activeElement === body || activeElement?.contains(opener.current)) goBack.current();
      onClosed?.();
    },
  };
}
