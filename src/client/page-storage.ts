import type { TextStorage } from './toast-handover.ts';

/** Storage with the names of what it has. */
export type DeviceStorage = TextStorage & { keys(): string[] };

/**
 * Wraps storage so that one that the browser refuses or that is full is empty.
 *
 * @param find looks it up at each use: pages are rendered where there is no `window`
 */
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

/** The storage that ends with the browser's tab. */
export const pageStorage = quietStorage(() => window.sessionStorage);

/** The storage that stays on the device. */
export const deviceStorage = quietStorage(() => window.localStorage);
