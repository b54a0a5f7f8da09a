import { useEffect, useLayoutEffect, useRef } from 'react';
import { rememberFocusPlace } from '../pass-focus-on-removal.ts';

/** Props for the field of a dialog in which the focus begins, also when it comes after the dialog. */
export const firstFocus = { autoFocus: true, 'data-first-focus': '' };

/** Returns props for the content of a Radix dialog that is opened by state: they give the focus back on closing. */
export function useReturnFocus(open: boolean, onClosed?: () => void) {
  const opener = useRef<Element | null>(null);
  const goBack = useRef(() => {});

  // Radix puts the content on the page only after this: no field in it has taken the focus yet.
  useLayoutEffect(() => {
    if (!open) return;
    opener.current = document.activeElement;
    if (opener.current instanceof HTMLElement) goBack.current = rememberFocusPlace(opener.current);
  }, [open]);

  return {
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      // Another dialog may have opened as this one closed, and have the focus. A dialog below has taken it as a whole.
      const { activeElement, body } = document;
      if (activeElement === body || activeElement?.contains(opener.current)) goBack.current();
      onClosed?.();
    },
  };
}

/** Moves the focus into an editor when it opens, and back to its button when it closes. @returns a ref for each */
export function useFocusHandover<Editor extends HTMLElement = HTMLTextAreaElement>(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const editor = useRef<Editor>(null);
  const wasOpen = useRef(isOpen);

  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    (isOpen ? editor : opener).current?.focus();
  }, [isOpen]);

  return { opener, editor };
}
