import type { KeyboardEvent } from 'react';

/** Props for the button of a form that gives up what was typed, and whether anything was. */
export const givesUp = (isChanged: boolean) => ({ 'data-gives-up': isChanged ? 'changes' : 'nothing' });

/**
 * Escape in a form that stands in the page. One in which nothing was changed is closed; else the button that gives it
 * up gets the focus: what somebody typed is thrown away by nothing but that.
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
