import { type HandedOverToast, storageKey, type TextStorage } from './toast-handover.ts';

/** Takes the toast that the previous page left. */
export function takeToast(storage: TextStorage): HandedOverToast | null {
  try {
    const toast = JSON.parse(storage.getItem(storageKey) ?? 'null');
    storage.removeItem(storageKey);
    return toast;
  } catch {
    return null;
  }
}
