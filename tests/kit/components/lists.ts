import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';

export const textsOf = (found: Locator) => found.elements().map(({ textContent }) => textContent);

/** Expects keys to mark the options of a list, in view, while its field keeps the focus. */
export async function expectKeysMark(field: Locator, options: Locator): Promise<void> {
  for (const [key, marked] of [
    ['{End}', options.last()],
    ['{ArrowDown}', options.first()],
    ['{ArrowUp}', options.last()],
    ['{Home}', options.first()],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(marked).toHaveAttribute('aria-selected', 'true');
    await expect.element(marked).toBeInViewport();
    await expect.element(field).toHaveAttribute('aria-activedescendant', marked.element().id);
    await expect.element(field).toHaveFocus();
  }
}
