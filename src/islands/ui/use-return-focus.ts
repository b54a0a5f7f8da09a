import { useRef } from 'react';

/**
 * Props for a dialog's content that send the focus back to where it was. Radix returns it to a trigger
 * component only, and our dialogs are opened by state.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
