import { atom, type ReadableAtom } from 'nanostores';
import { type DeviceStorage, type Kept, readKept, type TextStorage } from './page-storage.ts';

/* One way to keep typed text: stored in the browser at every change, read after a reload or a crash. */

/** Stores typed fields as JSON. @param savedAt milliseconds since 1970 */
export function writeKept<Fields>(storage: TextStorage, key: string, fields: Fields, savedAt: number): void {
  storage.setItem(key, JSON.stringify({ fields, savedAt } satisfies Kept<Fields>));
}

/**
 * Returns the entries under a key prefix, newest first, with the rest of the key as `name`. Deletes those
 * that are damaged or older than `oldest`.
 */
export function listKept<Fields>(storage: DeviceStorage, prefix: string, oldest: number) {
  const listed: (Kept<Fields> & { name: string })[] = [];
  for (const key of storage.keys().filter((name) => name.startsWith(prefix))) {
    const kept = readKept<Fields>(storage, key);
    if (kept && kept.savedAt >= oldest) listed.push({ ...kept, name: key.slice(prefix.length) });
    else storage.removeItem(key);
  }
  return listed.sort((a, b) => b.savedAt - a.savedAt);
}

/** The fields of a form, kept until they are sent. */
export interface Draft<Fields extends object> {
  readonly name: string;
  /** Null while there is no draft. */
  readonly $fields: ReadableAtom<Fields | null>;
  write(fields: Fields): void;
  /** Changes some fields, such as the version seen; does nothing without a draft. */
  update(changes: Partial<Fields>): void;
  clear(): void;
}

const prefix = 'draft/';

/** 30 days */
export const draftLifetimeMs = 2_592_000_000;

/** Creates one user's drafts on this device, and deletes all users' drafts older than 30 days. */
export function createDrafts(options: { storage: DeviceStorage; username: string; now: () => number }) {
  const { storage, username, now } = options;
  const drafts = new Map<string, unknown>();
  const own = `${prefix}${encodeURIComponent(username)}/`;
  listKept(storage, prefix, now() - draftLifetimeMs);

  function create<Fields extends object>(name: string): Draft<Fields> {
    const key = own + name;
    const $fields = atom<Fields | null>(readKept<Fields>(storage, key)?.fields ?? null);
    const write = (fields: Fields): void => {
      $fields.set(fields);
      writeKept(storage, key, fields, now());
    };
    return {
      name,
      $fields,
      write,
      update(changes) {
        const fields = $fields.get();
        if (fields) write({ ...fields, ...changes });
      },
      clear() {
        $fields.set(null);
        storage.removeItem(key);
      },
    };
  }

  function of<Fields extends object>(name: string) {
    if (!drafts.has(name)) drafts.set(name, create<Fields>(name));
    return drafts.get(name) as Draft<Fields>;
  }

  return {
    of,
    /** Returns the drafts whose names start this way, newest first. */
    under<Fields extends object>(start: string) {
      const kept = listKept(storage, own + start, 0);
      return kept.map(({ name }) => of<Fields>(start + name));
    },
  };
}

interface TabDraftDependencies {
  keys: {
    /** Key in the tab's storage: the id of its draft. */
    id: string;
    /** Key in the tab's storage: its own copy, in case another tab takes over its draft. */
    copy: string;
    /** Key prefix in the device's storage for each tab's draft; its id follows. */
    drafts: string;
  };
  lifetimeMs: number;
  tab: TextStorage;
  device: DeviceStorage;
  /** Locks a draft for this page. @param isOwn whether this tab had it before @returns whether it is free */
  claim(id: string, isOwn: boolean): Promise<boolean>;
  newId(): string;
  now(): number;
}

/** Creates this tab's draft for a visitor. If the tab has none, `recall` takes over the draft of a closed tab. */
export function createTabDraft({ keys, lifetimeMs, tab, device, claim, newId, now }: TabDraftDependencies) {
  let own: Promise<string> | null = null;
  let latest: string | null = null;

  async function claimOwn(): Promise<string> {
    const known = tab.getItem(keys.id);
    if (known && (await claim(known, true))) return known;
    // A duplicated tab has the first tab's id; from here on they are two drafts.
    const id = newId();
    // Not awaited: no other page knows this id, and this page may close before the browser answers.
    claim(id, false).catch(() => undefined);
    tab.setItem(keys.id, id);
    return id;
  }

  async function keep(text: string): Promise<void> {
    latest = text;
    tab.setItem(keys.copy, text);
    own ??= claimOwn();
    const id = await own;
    if (latest !== null) writeKept(device, keys.drafts + id, latest, now());
  }

  return {
    keep,
    async recall(): Promise<string | null> {
      const left = listKept<string>(device, keys.drafts, now() - lifetimeMs);
      const known = tab.getItem(keys.id);
      if (known) {
        // Claimed at once: until then, another tab would think this tab was closed.
        own ??= claimOwn();
        const copy = tab.getItem(keys.copy);
        if ((await own) === known) return left.find(({ name }) => name === known)?.fields ?? copy;
        if (copy !== null && latest === null) await keep(copy);
        return copy;
      }
      for (const { name: id, fields: text } of left) {
        const isLeft = await claim(id, false);
        if (own) return null;
        if (!isLeft) continue;
        own = Promise.resolve(id);
        tab.setItem(keys.id, id);
        return text;
      }
      return null;
    },
    clear(): void {
      latest = null;
      tab.removeItem(keys.copy);
      device.removeItem(keys.drafts + tab.getItem(keys.id));
    },
  };
}
