/** Props for the row button that gets the focus when a neighboring row is removed. */
export const rowFocusProps = { 'data-row-focus': '' };

const rowButton = '[data-row-focus]';
/** The heading of a part of the page, its open tab, or its side panel. */
const place = 'h2[tabindex="-1"], [role="tab"][aria-selected="true"], .side-panel';

/** As a `ref`: if the element is removed while it has the focus, focuses the nearest row, heading, tab or panel. */
export function passFocusOnRemoval(leaving: HTMLElement | null) {
  if (!leaving) return;
  return () => {
    if (!leaving.contains(document.activeElement)) return;
    // The neighbors are visible only now, but which of them stay only later.
    const handOn = rememberFocusPlace(leaving);
    queueMicrotask(() => {
      if (!leaving.isConnected && document.activeElement === document.body) handOn();
    });
  };
}

/** Returns a function that focuses the element or, if it is gone, the nearest row, heading, tab or panel. */
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
      // An element that is gone, hidden, or covered does not get the focus.
      if (document.activeElement === before) candidate?.focus();
    }
  };
}

/** Returns the element's ancestors up to its dialog, nearest first. */
function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element;
  const isOutermost = element.matches('body, [role="dialog"], [role="alertdialog"]');
  return parentElement && !isOutermost ? [parentElement, ...ancestorsOf(parentElement)] : [];
}
