import { readJson, type TextStorage } from './page-storage.ts';
import type { Toast } from './toasts.ts';

const storageKey = 'toast';

export type HandedOverToast = Pick<Toast, 'title' | 'description'>;

export function leaveToast(storage: TextStorage, toast: HandedOverToast): void {
  storage.setItem(storageKey, JSON.stringify(toast));
}

export function hasToast(storage: TextStorage): boolean {
  return storage.getItem(storageKey) !== null;
}

export function takeToast(storage: TextStorage): HandedOverToast | null {
  const toast = readJson<HandedOverToast>(storage.getItem(storageKey));
  storage.removeItem(storageKey);
  return toast;
}
