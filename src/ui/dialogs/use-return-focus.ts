import { useEffect, useLayoutEffect, useRef } from 'react';
import { rememberFocusPlace } from '../pass-focus-on-removal.ts';

/** Props for the field that gets a dialog's first focus, even if it is rendered later. */
export const firstFocus = { autoFocus: true, 'data-first-focus': '' };

/** Returns props for a Radix dialog opened by state: they return the focus on closing. */
export function useReturnFocus(open: boolean, onClosed?: () => void) {
  const opener = useRef<Element | null>(null);
  const goBack = useRef(() => {});

  // Radix renders the content only after this, so no field in it has the focus yet.
  useLayoutEffect(() => {
    if (!open) return;
    opener.current = document.activeElement;
    if (opener.current instanceof HTMLElement) goBack.current = rememberFocusPlace(opener.current);
  }, [open]);

  return {
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      // Another dialog may have opened and have the focus. A dialog below has the focus as a whole.
      const { activeElement, body } = document;
      if (activeElement === body || activeElement?.contains(opener.current)) goBack.current();
      onClosed?.();
    },
  };
}

/** Moves the focus into an editor on opening, and back to its button on closing. @returns a ref for each */
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
