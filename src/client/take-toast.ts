import { type HandedOverToast, storageKey, type TextStorage } from './toast-handover.ts';

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
