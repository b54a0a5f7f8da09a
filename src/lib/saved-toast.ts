import { readJson, type TextStorage } from './page-storage.ts';
import type { Toast } from './toasts.ts';

const storageKey = 'toast';

export type SavedToast = Pick<Toast, 'title' | 'description'>;

/** Stores a toast for the next page to show, in place of an earlier one. */
export function saveToast(storage: TextStorage, toast: SavedToast): void {
  storage.setItem(storageKey, JSON.stringify(toast));
}

export function hasSavedToast(storage: TextStorage): boolean {
  return storage.getItem(storageKey) !== null;
}

/** Returns the stored toast and removes it. */
export function takeSavedToast(storage: TextStorage): SavedToast | null {
  const toast = readJson<SavedToast>(storage.getItem(storageKey));
  storage.removeItem(storageKey);
  return toast;
}
