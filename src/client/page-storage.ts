import type { TextStorage } from './toast-handover.ts';

/**
 * The storage that ends with the browser's tab. Looked up at each use: pages are rendered where there
 * is no `window`, and a browser may forbid the access with an exception that the callers expect.
 */
export const pageStorage: TextStorage = {
  getItem: (key) => window.sessionStorage.getItem(key),
  setItem: (key, value) => window.sessionStorage.setItem(key, value),
  removeItem: (key) => window.sessionStorage.removeItem(key),
};

/** The storage that stays on the device, as far as it is needed to forget what is there. */
export const deviceStorage: Pick<Storage, 'removeItem'> = {
  removeItem: (key) => window.localStorage.removeItem(key),
};
