import type { KeyboardEvent } from 'react';

/** Props for the button that Ctrl, Shift and Enter press. */
export const previewButton = { 'data-preview': '' };

/** Ctrl (or Cmd) and Enter hand in from every field of the form; with Shift they show the preview first. */
export function pressByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  const { currentTarget: form, target } = event;
  // What is typed in a dialog is not in the form, though React says so.
  if (!(target instanceof Node) || !form.contains(target)) return;
  event.preventDefault();
  if (event.shiftKey) form.querySelector<HTMLButtonElement>('[data-preview]')?.click();
  else form.requestSubmit();
}
