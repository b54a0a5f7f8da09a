import { atom, type ReadableAtom } from 'nanostores';

export type DraftFields = Record<string, string | undefined>;

export interface Draft<Fields extends DraftFields> {
  readonly name: string;
  /** Null while nothing is being written. */
  readonly $fields: ReadableAtom<Fields | null>;
  write(fields: Fields): void;
  clear(): void;
}

export type Drafts = ReturnType<typeof createDrafts>;

const prefix = 'draft/';

export const draftLifetimeMs = 30 * 24 * 60 * 60 * 1_000;

/** The drafts of one user on this device: another user who signs in does not see them. */
export function createDrafts({
  storage,
  username,
  now,
}: {
  storage: Storage | null;
  username: string;
  now: () => number;
}) {
  const drafts = new Map<string, Draft<DraftFields>>();
  const own = `${prefix}${encodeURIComponent(username)}/`;
  if (storage) dropExpired(storage, now());

  function create(name: string): Draft<DraftFields> {
    const key = `${own}${name}`;
    const $fields = atom<DraftFields | null>(readStored(storage, key)?.fields ?? null);
    return {
      name,
      $fields,
      write(fields) {
        $fields.set(fields);
        attempt(() => storage?.setItem(key, JSON.stringify({ fields, savedAt: now() })));
      },
      clear() {
        $fields.set(null);
        attempt(() => storage?.removeItem(key));
      },
    };
  }

  function of<Fields extends DraftFields>(name: string) {
    const draft = drafts.get(name) ?? create(name);
    drafts.set(name, draft);
    return draft as unknown as Draft<Fields>;
  }

  return {
    of,
    under<Fields extends DraftFields>(start: string) {
      const keys = storage ? keysOf(storage, `${own}${start}`) : [];
      return keys.map((key) => of<Fields>(key.slice(own.length)));
    },
  };
}

/** @returns null where the browser's storage is switched off */
export function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function readStored(storage: Storage | null, key: string): { fields: DraftFields; savedAt: number } | null {
  try {
    return JSON.parse(storage?.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function keysOf(storage: Storage, start: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(start));
}

function dropExpired(storage: Storage, now: number): void {
  attempt(() => {
    for (const key of keysOf(storage, prefix)) {
      const stored = readStored(storage, key);
      if (!stored || stored.savedAt < now - draftLifetimeMs) storage.removeItem(key);
    }
  });
}

/** Ignores errors of a full or forbidden storage: the text is still in memory. */
export function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Nothing else depends on it.
  }
}
