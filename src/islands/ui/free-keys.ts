const takesLetters =
  'input:not([type=checkbox]), textarea, select, [role="menu"], [role="listbox"], [role="combobox"]';

const inFrontOfPage = '[role="dialog"]:not([data-beside]), [role="alertdialog"]';
const inFrontOfPanel = '[role="dialog"]:not(.side-panel), [role="alertdialog"]';

/** @returns whether a dialog is in front of the side panel */
export function isPanelCovered(): boolean {
  return document.querySelector(inFrontOfPanel) !== null;
}

/** @returns whether a key is for the page: not for a field or a dialog */
export function isFreeKey(event: KeyboardEvent): boolean {
  return isUntyped(event) && document.querySelector(inFrontOfPage) === null;
}

export function isFreeForPanel(event: KeyboardEvent): boolean {
  return isUntyped(event) && !isPanelCovered();
}

function isUntyped({ defaultPrevented, isComposing, target }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing) return false;
  return !(target instanceof Element && target.closest(takesLetters));
}
