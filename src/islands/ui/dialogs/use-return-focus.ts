import { useLayoutEffect, useRef } from 'react';
import { rememberPlace } from '../hands-on-focus.ts';

/** Props for the field of a dialog in which the focus begins. */
export const firstFocus = { 'data-first-focus': '' };

/**
 * Props for a dialog's content that begin in the field that has `firstFocus`, if there is one, and send the
 * focus back to where it was, with a field's caret where it was, or near it when that is gone. Radix returns it
 * to a trigger component only, and our dialogs are opened by state.
 */
export function useReturnFocus(open: boolean) {
  const opener = useRef<Element | null>(null);
  const goBack = useRef(() => {});

  // Radix puts the content on the page only after this: no field in it has taken the focus yet.
  useLayoutEffect(() => {
    if (!open) return;
    opener.current = document.activeElement;
    if (opener.current instanceof HTMLElement) goBack.current = rememberPlace(opener.current);
  }, [open]);

  return {
    onOpenAutoFocus(event: Event) {
      const box = event.currentTarget;
      const field = box instanceof Element && box.querySelector<HTMLElement>('[data-first-focus]');
      if (!field) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      // Another dialog may have opened as this one closed, and have the focus. A dialog below has taken it as a whole.
      const { activeElement, body } = document;
      if (activeElement === body || activeElement?.contains(opener.current)) goBack.current();
    },
  };
}
