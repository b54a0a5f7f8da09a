import type { TextStorage } from './toast-handover.ts';

/** Session storage. Looked up at each use: pages are rendered without `window`, and a browser may forbid the access. */
export const pageStorage: TextStorage = {
  getItem: (key) => window.sessionStorage.getItem(key),
  setItem: (key, value) => window.sessionStorage.setItem(key, value),
  removeItem: (key) => window.sessionStorage.removeItem(key),
};

/** The part of the device’s storage that signing out needs. */
export const deviceStorage: Pick<Storage, 'removeItem'> = {
  removeItem: (key) => window.localStorage.removeItem(key),
};
