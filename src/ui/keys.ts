import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';

/** By tinykeys name (`$mod+k`). A handler that returns false leaves the key to the browser. */
type Keys = Record<string, (event: KeyboardEvent) => unknown>;

/** Modifiers that some keyboards need for a symbol, such as AltGr for `]`: `${symbolModifiers}+]`. */
export const symbolModifiers = '[Shift]+[Alt]+[Control]';

/**
 * Handles keys (`$mod+k`, as in tinykeys) anywhere in the window while mounted. A handler that returns false,
 * or `ignore`, leaves the key to the browser.
 */
export function useKeys(keys: Keys, options: { ignore?: (event: KeyboardEvent) => boolean } = {}): void {
  const names = Object.keys(keys).join(' ');
  const handle = useEffectEvent((name: string, event: KeyboardEvent) => {
    if (keys[name]?.(event) !== false) event.preventDefault();
  });
  const isIgnored = useEffectEvent((event: KeyboardEvent) => options.ignore?.(event) ?? false);
  useEffect(() => {
    const handlers = names.split(' ').map((name) => [name, (event: KeyboardEvent) => handle(name, event)]);
    return tinykeys(window, Object.fromEntries(handlers), { ignore: (event) => isIgnored(event) });
  }, [names]);
}

const takesLetters =
  'input:not([type=checkbox]), textarea, select, [role="menu"], [role="listbox"], [role="combobox"]';

const inFrontOfPage = '[role="dialog"]:not([data-beside]), [role="alertdialog"]';
const inFrontOfPanel = '[role="dialog"]:not(.side-panel), [role="alertdialog"]';

/** Returns whether a dialog covers the side panel. */
export function isPanelCovered(): boolean {
  return document.querySelector(inFrontOfPanel) !== null;
}

/** Returns whether a key is meant for the page: not typed in a field, and no dialog covers the page. */
export function isPageShortcut(event: KeyboardEvent): boolean {
  return isUntyped(event) && document.querySelector(inFrontOfPage) === null;
}

/** Returns whether a key is meant for the side panel: not typed in a field, and no dialog covers the panel. */
export function isPanelShortcut(event: KeyboardEvent): boolean {
  return isUntyped(event) && !isPanelCovered();
}

function isUntyped({ defaultPrevented, isComposing, target }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing) return false;
  return !(target instanceof Element && target.closest(takesLetters));
}

/** Focuses the next or previous `[data-row]`; from outside, the first or last. Stays at the ends. */
export function moveRowFocus(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const active = rows.findIndex((row) => row.contains(document.activeElement));
  const next = active === -1 ? (step === 1 ? 0 : rows.length - 1) : active + step;
  rows[next]?.focus();
}

/** Returns the id of the order whose table row has the focus. */
export function focusedOrderId(): string | null {
  return document.activeElement?.closest('tr')?.dataset.order ?? null;
}
