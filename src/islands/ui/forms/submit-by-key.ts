import type { KeyboardEvent } from 'react';

/** The `onKeyDown` of a form in which Enter is a new line. @param preview is called instead when Shift is held */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>, preview?: () => void): void {
  if (!isSend(event)) return;
  // React events also arrive from a dialog that is not in the form's DOM.
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
  event.preventDefault();
  if (event.shiftKey && preview) preview();
  else event.currentTarget.requestSubmit();
}

export function isSend({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}
