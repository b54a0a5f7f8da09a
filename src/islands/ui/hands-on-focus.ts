/** Props for the button of a row that gets the focus when the row beside it goes. */
export const rowFocus = { 'data-row-focus': '' };

const rowButton = '[data-row-focus]';
/** The heading of a part of the page, the tab that is open, or what covers both. */
const place = 'h2[tabindex="-1"], [role="tab"][aria-selected="true"], .side-panel';

/**
 * Returns the focus when an element that has it is removed. Used as the `ref` of what goes once its work is done: a row
 * of a list, a bar, a notice with its button. The focus goes where `rememberPlace` says.
 */
export function handsOnFocus(leaving: HTMLElement | null) {
  if (!leaving) return;
  return () => {
    if (!leaving.contains(document.activeElement)) return;
    // It is on the page for the last time: where it stood can be seen only now, what stays there only later.
    const handOn = rememberPlace(leaving);
    queueMicrotask(() => {
      if (!leaving.isConnected && document.activeElement === document.body) handOn();
    });
  };
}

/**
 * Notes where something stands that may be gone later.
 * @returns focuses it; when it is gone, the row beside it, if it is a row, or else what it stood in: the nearest
 *   thing around it that takes the focus or holds a `place`
 */
export function rememberPlace(element: HTMLElement): () => void {
  const isRow = element.querySelector(rowButton) !== null;
  const { nextElementSibling, previousElementSibling } = element;
  const rows = isRow ? [nextElementSibling, previousElementSibling] : [];
  const around = ancestorsOf(element);
  return () => {
    const heirs = [
      element,
      ...rows.map((row) => row?.querySelector<HTMLElement>(rowButton)),
      ...around.flatMap((box) =>
        box.hasAttribute('tabindex') ? [box] : [...box.querySelectorAll<HTMLElement>(place)],
      ),
    ];
    const before = document.activeElement;
    for (const heir of heirs) {
      // What is gone, hidden or covered does not take it.
      if (document.activeElement === before) heir?.focus();
    }
  };
}

/** @returns what is around it, the nearest first, but nothing outside of the dialog that it is in */
function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element;
  const isOutermost = element.matches('body, [role="dialog"], [role="alertdialog"]');
  return parentElement && !isOutermost ? [parentElement, ...ancestorsOf(parentElement)] : [];
}
