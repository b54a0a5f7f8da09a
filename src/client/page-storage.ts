import type { Toast } from './toasts.ts';

export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type DeviceStorage = TextStorage & { keys(): string[] };

/** Treats a refused or full storage as empty. `find` runs at each use: the server renders without `window`. */
export function quietStorage(find: () => Storage): DeviceStorage {
  function attempt<T>(work: (storage: Storage) => T, otherwise: T): T {
    try {
      return work(find());
    } catch {
      return otherwise;
    }
  }
  return {
    getItem: (key) => attempt((storage) => storage.getItem(key), null),
    setItem: (key, value) => attempt((storage) => storage.setItem(key, value), undefined),
    removeItem: (key) => attempt((storage) => storage.removeItem(key), undefined),
    keys: () =>
      attempt(
        (storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''),
        [],
      ),
  };
}

export const pageStorage = quietStorage(() => window.sessionStorage);

export const deviceStorage = quietStorage(() => window.localStorage);

/** Of a toast that a page leaves for the next one. */
const toastKey = 'toast';

export type HandedOverToast = Pick<Toast, 'title' | 'description'>;

export function leaveToast(storage: TextStorage, toast: HandedOverToast): void {
  storage.setItem(toastKey, JSON.stringify(toast));
}

export function hasToast(storage: TextStorage): boolean {
  return storage.getItem(toastKey) !== null;
}

export function takeToast(storage: TextStorage): HandedOverToast | null {
  const toast = JSON.parse(storage.getItem(toastKey) ?? 'null');
  storage.removeItem(toastKey);
  return toast;
}
