import type { Toast } from './toasts.ts';

/** What it is stored as. */
export const storageKey = 'toast';

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

/** @returns whether a toast was left, without taking it */
export function hasToast(storage: TextStorage): boolean {
  try {
    return storage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}
