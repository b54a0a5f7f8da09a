import { useEffect, useRef } from 'react';

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
