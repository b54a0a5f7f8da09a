import type { Toast } from './toasts.ts';

const storageKey = 'toast';

/** The part of the browser's storage that is needed here. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A toast that can outlive its page: it has no action. */
export type HandedOverToast = Pick<Toast, 'title' | 'description'>;

/** Leaves a toast for the next page to show, because a toast ends with its page. */
export function leaveToast(storage: TextStorage, toast: HandedOverToast): void {
  try {
    storage.setItem(storageKey, JSON.stringify(toast));
  } catch {
    // A browser that stores nothing loses the toast; what it is about has happened all the same.
  }
}

/** @returns the toast the previous page left, once */
export function takeToast(storage: TextStorage): HandedOverToast | null {
  try {
    const text = storage.getItem(storageKey);
    if (text === null) return null;
    storage.removeItem(storageKey);
    const toast: unknown = JSON.parse(text);
    if (typeof toast !== 'object' || toast === null || !('title' in toast)) return null;
    const description = 'description' in toast ? String(toast.description) : undefined;
    return { title: String(toast.title), description };
  } catch {
    return null;
  }
}

/** @returns whether a toast was left, without taking it */
export function hasToast(storage: TextStorage): boolean {
  try {
    return storage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}
