import type { Toast } from './toasts.ts';

const storageKey = 'toast';

export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A toast without an action, which can be shown on the next page. */
export type HandedOverToast = Pick<Toast, 'title' | 'description'>;

export function leaveToast(storage: TextStorage, toast: HandedOverToast): void {
  storage.setItem(storageKey, JSON.stringify(toast));
}

export function hasToast(storage: TextStorage): boolean {
  return storage.getItem(storageKey) !== null;
}

/** Takes the toast that the previous page left. */
export function takeToast(storage: TextStorage): HandedOverToast | null {
  const toast = JSON.parse(storage.getItem(storageKey) ?? 'null');
  storage.removeItem(storageKey);
  return toast;
}
