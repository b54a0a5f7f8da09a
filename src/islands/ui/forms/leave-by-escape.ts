import type { KeyboardEvent } from 'react';

/** Props for the button that discards what was typed in a form. */
export const givesUp = (isChanged: boolean) => ({ 'data-gives-up': isChanged ? 'changes' : 'nothing' });

/** Handles Escape in a form: closes an unchanged one, and focuses the discard button of a changed one. */
export function leaveByEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
  const form = event.target instanceof Element ? event.target.closest('form') : null;
  const button = form?.querySelector<HTMLElement>('[data-gives-up]');
  if (!button || button === event.target) return;
  event.preventDefault();
  if (button.dataset.givesUp === 'nothing') button.click();
  else button.focus();
}
