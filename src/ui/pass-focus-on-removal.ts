/** Props for the button of a row that gets the focus when the row beside it goes. */
export const rowFocusProps = { 'data-row-focus': '' };

const rowButton = '[data-row-focus]';
/** The heading of a part of the page, its open tab, or its side panel. */
const place = 'h2[tabindex="-1"], [role="tab"][aria-selected="true"], .side-panel';

/** A `ref` callback: when its element goes with the focus in it, focuses the row or place that is nearest. */
export function passFocusOnRemoval(leaving: HTMLElement | null) {
  if (!leaving) return;
  return () => {
    if (!leaving.contains(document.activeElement)) return;
    // The surroundings can be seen only now, what stays of them only later.
    const handOn = rememberFocusPlace(leaving);
    queueMicrotask(() => {
      if (!leaving.isConnected && document.activeElement === document.body) handOn();
    });
  };
}

/** Returns a function that focuses the element, or, when it is gone, the row or place that was nearest to it. */
export function rememberFocusPlace(element: HTMLElement): () => void {
  const isRow = element.querySelector(rowButton) !== null;
  const { nextElementSibling, previousElementSibling } = element;
  const rows = isRow ? [nextElementSibling, previousElementSibling] : [];
  const around = ancestorsOf(element);
  return () => {
    const candidates = [
      element,
      ...rows.map((row) => row?.querySelector<HTMLElement>(rowButton)),
      ...around.flatMap((box) =>
        box.hasAttribute('tabindex') ? [box] : [...box.querySelectorAll<HTMLElement>(place)],
      ),
    ];
    const before = document.activeElement;
    for (const candidate of candidates) {
      // An element that is gone, hidden or covered does not take it.
      if (document.activeElement === before) candidate?.focus();
    }
  };
}

/** @returns the elements around it, the nearest first, up to its dialog */
function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element;
  const isOutermost = element.matches('body, [role="dialog"], [role="alertdialog"]');
  return parentElement && !isOutermost ? [parentElement, ...ancestorsOf(parentElement)] : [];
}
