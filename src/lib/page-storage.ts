export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type DeviceStorage = TextStorage & { keys(): string[] };

/** Wraps a storage so that it never throws: if it is blocked or full, reads return null and writes do nothing. */
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

/** Parses stored JSON; null if it is missing or damaged. */
export function readJson<T>(text: string | null | undefined): T | null {
  try {
    return JSON.parse(text || 'null');
  } catch {
    return null;
  }
}

/** The stored form of typed fields (kept-text.ts). */
export interface Kept<Fields> {
  fields: Fields;
  /** Milliseconds since 1970 */
  savedAt: number;
}

/** Returns the typed fields stored under a key; null if they are missing or damaged. */
export function readKept<Fields>(storage: Pick<Storage, 'getItem'>, key: string): Kept<Fields> | null {
  const stored = storage.getItem(key);
  // The order form's format until version 0.2.0.
  const [, savedAt, fields] = /^(\d+) (.*)$/s.exec(stored ?? '') ?? [];
  return fields === undefined ? readJson(stored) : { fields: fields as Fields, savedAt: Number(savedAt) };
}

export const pageStorage = quietStorage(() => window.sessionStorage);

export const deviceStorage = quietStorage(() => window.localStorage);
