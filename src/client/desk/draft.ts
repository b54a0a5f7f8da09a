import { atom, type ReadableAtom } from 'nanostores';

/** What a draft holds: the texts of one form by field name; what is left out was never there. */
export type DraftFields = Record<string, string | undefined>;

/** The unsaved texts of one form. They outlive failed calls, closed dialogs and reloads. */
export interface Draft<Fields extends DraftFields> {
  readonly name: string;
  /** Null while nothing is being written. */
  readonly $fields: ReadableAtom<Fields | null>;
  write(fields: Fields): void;
  clear(): void;
}

export interface Drafts {
  /** @returns the draft of this name, always the same one */
  of<Fields extends DraftFields>(name: string): Draft<Fields>;
  /** @returns the drafts on this device whose names begin with `start` */
  under<Fields extends DraftFields>(start: string): Draft<Fields>[];
}

interface StoredDraft {
  fields: DraftFields;
  /** Milliseconds since 1970 */
  savedAt: number;
}

const prefix = 'draft/';

/** How long a forgotten draft stays on this device. */
export const draftLifetimeMs = 30 * 24 * 60 * 60 * 1_000;

/**
 * The drafts of one person on this device. The user's name is part of every key, so the next person who signs in does
 * not see their texts.
 */
export function createDrafts(dependencies: {
  storage: Storage | null;
  username: string;
  now: () => number;
}): Drafts {
  const { storage, username, now } = dependencies;
  const drafts = new Map<string, Draft<DraftFields>>();
  const own = `${prefix}${encodeURIComponent(username)}/`;
  if (storage) dropForgotten(storage, now());

  function create(name: string): Draft<DraftFields> {
    const key = `${own}${name}`;
    const $fields = atom<DraftFields | null>(readStored(storage, key)?.fields ?? null);
    return {
      name,
      $fields,
      write(fields) {
        $fields.set(fields);
        attempt(() =>
          storage?.setItem(key, JSON.stringify({ fields, savedAt: now() } satisfies StoredDraft)),
        );
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

/** @returns the browser's storage, or null where it is switched off */
export function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function readStored(storage: Storage | null, key: string): StoredDraft | null {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(key) ?? 'null');
    return isStoredDraft(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isStoredDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null || !('fields' in value) || !('savedAt' in value))
    return false;
  const { fields, savedAt } = value;
  if (typeof savedAt !== 'number' || typeof fields !== 'object' || fields === null) return false;
  return Object.values(fields).every((text) => typeof text === 'string');
}

function keysOf(storage: Storage, start: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(start));
}

function dropForgotten(storage: Storage, now: number): void {
  attempt(() => {
    for (const key of keysOf(storage, prefix)) {
      const stored = readStored(storage, key);
      if (!stored || stored.savedAt < now - draftLifetimeMs) storage.removeItem(key);
    }
  });
}

/** A full or forbidden storage costs what is written its life beyond this page, nothing else. */
export function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // It is still in memory.
  }
}
