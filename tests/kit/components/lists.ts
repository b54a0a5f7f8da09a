import type { Locator } from 'vitest/browser';

export const textsOf = (found: Locator) => found.elements().map(({ textContent }) => textContent);
