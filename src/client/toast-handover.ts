import type { Toast } from './toasts.ts';

export const storageKey = 'toast';

export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A toast without an action can be shown on the next page. */
export type HandedOverToast = Pick<Toast, 'title' | 'description'>;

export function leaveToast(storage: TextStorage, toast: HandedOverToast): void {
  try {
    storage.setItem(storageKey, JSON.stringify(toast));
  } catch {
    // Without storage the toast is lost.
  }
}

export function hasToast(storage: TextStorage): boolean {
  try {
    return storage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}
