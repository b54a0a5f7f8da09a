import type { KeyboardEvent } from 'react';

/** Props for the button of a form that gives up what was typed, and whether anything was. */
export const givesUp = (isChanged: boolean) => ({ 'data-gives-up': isChanged ? 'changes' : 'nothing' });

/**
 * Handles Escape in a form that stands in the page. An unchanged form is closed; otherwise the button that discards it
 * gets the focus: only that button throws typed text away.
 */
export function leaveByEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
  const form = event.target instanceof Element ? event.target.closest('form') : null;
  const button = form?.querySelector<HTMLElement>('[data-gives-up]');
  if (!button || button === event.target) return;
  event.preventDefault();
  if (button.dataset.givesUp === 'nothing') button.click();
  else button.focus();
}
