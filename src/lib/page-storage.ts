export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type DeviceStorage = TextStorage & { keys(): string[] };

/** Wraps a storage so that it never throws: a refused or full one seems empty. `find` runs at each use. */
export function quietStorage(find: () => Storage): DeviceStorage {
  function attempt<T>(work: (storage: Storage) => T): T | undefined {
    try {
      return work(find());
    } catch {
      return;
    }
  }
  return {
    getItem: (key) => attempt((storage) => storage.getItem(key)) ?? null,
    setItem: (key, value) => attempt((storage) => storage.setItem(key, value)),
    removeItem: (key) => attempt((storage) => storage.removeItem(key)),
    keys: () => attempt((storage) => Array.from(storage, (_, index) => storage.key(index) ?? '')) ?? [],
  };
}

/** Parses a stored text; null for nothing, and for damaged text, which must not keep a page from opening. */
export function readJson<T>(text: string | null | undefined): T | null {
  try {
    return JSON.parse(text || 'null');
  } catch {
    return null;
  }
}

export const pageStorage = quietStorage(() => window.sessionStorage);

export const deviceStorage = quietStorage(() => window.localStorage);
