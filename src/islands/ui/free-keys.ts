/** Letters are written into a field, and choose something in a menu or a list. */
const takesLetters =
  'input:not([type=checkbox]), textarea, select, [role="menu"], [role="listbox"], [role="combobox"]';

/** Props for a dialog that leaves the page beside it usable. */
export const besidePage = { 'data-beside': '' };

const inFrontOfPage = '[role="dialog"]:not([data-beside]), [role="alertdialog"]';
const inFrontOfPanel = '[role="dialog"]:not(.side-panel), [role="alertdialog"]';

/** @returns whether something that wants an answer first lies on a side panel */
export function isPanelCovered(): boolean {
  return document.querySelector(inFrontOfPanel) !== null;
}

/** @returns whether a key is the page's: not typed into a field, not meant for a dialog */
export function isFreeKey(event: KeyboardEvent): boolean {
  return isUntyped(event) && document.querySelector(inFrontOfPage) === null;
}

/** The same for a key that a side panel knows. */
export function isFreeForPanel(event: KeyboardEvent): boolean {
  return isUntyped(event) && !isPanelCovered();
}

function isUntyped({ defaultPrevented, isComposing, target }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing) return false;
  return !(target instanceof Element && target.closest(takesLetters));
}
