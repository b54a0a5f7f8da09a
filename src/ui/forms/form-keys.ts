import type { KeyboardEvent } from 'react';

/** Submits a form on Ctrl+Enter, as its `onKeyDown`. @param preview called instead on Ctrl+Shift+Enter */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>, preview?: () => void): void {
  if (!isSendKey(event)) return;
  // React events also bubble from a dialog outside the form's DOM.
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
  event.preventDefault();
  // The form may be inside another one.
  event.stopPropagation();
  if (event.shiftKey && preview) preview();
  else event.currentTarget.requestSubmit();
}

export function isSendKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}

/** Returns a button's props for `closeOnEscape`, which clicks it in an unchanged form, and else focuses it. */
export const discardButtonProps = (isChanged: boolean) => ({
  'data-gives-up': isChanged ? 'changes' : 'nothing',
});

/** Handles Escape in a form: closes an unchanged one, and focuses the discard button of a changed one. */
export function closeOnEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
  const form = event.target instanceof Element ? event.target.closest('form') : null;
  const button = form?.querySelector<HTMLElement>('[data-gives-up]');
  if (!button || button === event.target) return;
  event.preventDefault();
  if (button.dataset.givesUp === 'nothing') button.click();
  else button.focus();
}
