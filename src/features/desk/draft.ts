import { atom, type ReadableAtom } from 'nanostores';
import { type DeviceStorage, readJson } from '../../lib/page-storage.ts';

export interface Draft<Fields extends object> {
  readonly name: string;
  /** Null while nothing is being written. */
  readonly $fields: ReadableAtom<Fields | null>;
  write(fields: Fields): void;
  clear(): void;
}

const prefix = 'draft/';

export const draftLifetimeMs = 30 * 24 * 60 * 60 * 1_000;

/** The drafts of one user on this device: another user who signs in does not see them. */
export function createDrafts(options: { storage: DeviceStorage; username: string; now: () => number }) {
  const { storage, username, now } = options;
  const drafts = new Map<string, Draft<object>>();
  const own = `${prefix}${encodeURIComponent(username)}/`;
  dropExpired(storage, now());

  function create(name: string): Draft<object> {
    const key = `${own}${name}`;
    const $fields = atom<object | null>(readStored(storage, key)?.fields ?? null);
    return {
      name,
      $fields,
      write(fields) {
        $fields.set(fields);
        storage.setItem(key, JSON.stringify({ fields, savedAt: now() }));
      },
      clear() {
        $fields.set(null);
        storage.removeItem(key);
      },
    };
  }

  function of<Fields extends object>(name: string) {
    const draft = drafts.get(name) ?? create(name);
    drafts.set(name, draft);
    return draft as unknown as Draft<Fields>;
  }

  return {
    of,
    under<Fields extends object>(start: string) {
      const keys = storage.keys().filter((key) => key.startsWith(`${own}${start}`));
      return keys.map((key) => of<Fields>(key.slice(own.length)));
    },
  };
}

const readStored = (storage: DeviceStorage, key: string) =>
  readJson<{ fields: object; savedAt: number }>(storage.getItem(key));

function dropExpired(storage: DeviceStorage, now: number): void {
  for (const key of storage.keys().filter((name) => name.startsWith(prefix))) {
    const stored = readStored(storage, key);
    if (!stored || stored.savedAt < now - draftLifetimeMs) storage.removeItem(key);
  }
}
