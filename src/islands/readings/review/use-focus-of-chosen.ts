import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Props for what shows the reading that is open. */
export const paneOfChosen = { 'data-pane': '', tabIndex: -1 };

/**
 * Moves the focus to the reading that was opened, and back to its place in the list when it is left. What is
 * there from the start, since the address names it, leaves the focus alone, and so does what changes behind a dialog.
 *
 * @param number of the order whose reading is open; empty when none is
 */
export function useFocusOfChosen(number: string, panes: RefObject<HTMLElement | null>): void {
  const before = useRef(number);
  const isWanted = useRef(false);
  // After each drawing: what was chosen may be on its way still.
  useLayoutEffect(() => {
    const previous = before.current;
    before.current = number;
    if (previous !== number) {
      isWanted.current = !document.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
    }
    if (!isWanted.current) return;
    const placeOf = (id: string) =>
      panes.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(id)}"]`);
    if (!number) placeOf(previous)?.focus();
    const pane = panes.current?.querySelector<HTMLElement>('[data-pane]');
    if (number && !pane) return;
    isWanted.current = false;
    if (!pane) return;
    placeOf(number)?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    pane.focus({ preventScroll: true });
    // A letter takes the whole window, and each reading opens at its beginning.
    pane.scrollIntoView({ block: 'start', behavior: 'instant' });
  });
}
