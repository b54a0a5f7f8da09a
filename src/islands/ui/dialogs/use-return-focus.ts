import { useLayoutEffect, useRef } from 'react';

/** Props for the field of a dialog in which the focus begins. */
export const firstFocus = { 'data-first-focus': '' };

/**
 * Props for a dialog's content that begin in the field that has `firstFocus`, if there is one, and send the
 * focus back to where it was, with a field's caret where it was. Radix returns it to a trigger component only,
 * and our dialogs are opened by state.
 */
export function useReturnFocus(open: boolean) {
  const last = useRef<Element | null>(null);
  const opener = useRef<Element | null>(null);

  // Radix puts the content on the page only after this: no field in it has taken the focus yet.
  useLayoutEffect(() => {
    if (open) {
      opener.current = last.current ?? document.activeElement;
      return;
    }
    last.current = null;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) last.current = target;
    };
    const forget = ({ target }: FocusEvent) => {
      // A button that is disabled while it works has lost the focus, but nobody has turned away from it.
      if (target instanceof Element && !target.matches(':disabled')) last.current = null;
    };
    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', forget);
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', forget);
    };
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
      const hasNoField = document.activeElement?.contains(opener.current);
      if (hasNoField && opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
