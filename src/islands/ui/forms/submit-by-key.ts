import type { KeyboardEvent } from 'react';

/**
 * As `onKeyDown` of a form in which Enter is a new line: Ctrl and Enter, or Cmd and Enter, send it from every field.
 * @param preview with Shift, this is done instead
 */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>, preview?: () => void): void {
  if (!isSend(event)) return;
  // What is typed in a dialog is not in the form, though React says so.
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
  event.preventDefault();
  if (event.shiftKey && preview) preview();
  else event.currentTarget.requestSubmit();
}

/** @returns whether a key that was pressed in a text says that the text is done */
export function isSend({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}
