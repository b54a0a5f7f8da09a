import type { DeviceStorage, TextStorage } from '../../lib/page-storage.ts';
import { days } from '../../shared/durations.ts';

export const draftLife = days(7);

/** Returns the keys of the draft of a page, by its path: `/readings/three-cards`, empty for the home page. */
const keysOf = (page: string) => ({
  draftIdKey: `checkout-draft${page}`,
  /** In the tab's storage: its own copy, for when another tab has taken over its draft while it was away. */
  copyKey: `checkout${page}`,
  draftKey: (id: string | null) => `checkout${page} ${id}`,
});

/** Returns the page of a form by its address. */
export function formPage({ pathname }: Pick<Location, 'pathname'>): string {
  return pathname.replace(/\/$/, '');
}

/**
 * Keeps the secret of a delivered order with which the page of an offer was opened, `#after=…`, in the tab.
 * @returns it, or the one that was kept before
 */
export function keepSecret(page: string, tab: TextStorage, hash: string): string | null {
  const key = `checkout-after${page}`;
  const secret = new URLSearchParams(hash.slice(1)).get('after');
  if (secret) tab.setItem(key, secret);
  return secret ?? tab.getItem(key);
}

/** In the tab's storage: the promotion code of a link, or one that was applied. */
export const codeKey = 'checkout-code';

/** Returns the promotion code that a link names: `/?code=SPRING`, `?CODE=`. */
export const codeIn = (search: string): string | undefined =>
  [...new URLSearchParams(search)].find(([name]) => name.toLowerCase() === 'code')?.[1];

/** Returns the promotion code of the page's link, or else the one kept in the tab. */
export function findCode(tab: TextStorage, search: string): string | null {
  return codeIn(search) || tab.getItem(codeKey);
}

interface DraftDependencies {
  /** Of the form: see `formPage`. */
  page: string;
  tab: TextStorage;
  device: DeviceStorage;
  /** Locks a draft for this page. @param isOwn whether this tab had it before @returns whether no other page has it */
  claim(id: string, isOwn: boolean): Promise<boolean>;
  newId(): string;
  now(): number;
}

/** Creates the draft of the order form, kept for a week, one for each tab. `recall` takes over that of a closed tab. */
export function createDraft({ page, tab, device, claim, newId, now }: DraftDependencies) {
  const { draftIdKey, copyKey, draftKey } = keysOf(page);
  let own: Promise<string> | null = null;
  let latest: string | null = null;

  async function claimOwn(): Promise<string> {
    const known = tab.getItem(draftIdKey);
    if (known && (await claim(known, true))) return known;
    // A duplicated tab has the id of the first one; from here on they are two drafts.
    const id = newId();
    // Not awaited: no other page knows this id, and this page may be closed before the browser answers.
    claim(id, false).catch(() => undefined);
    tab.setItem(draftIdKey, id);
    return id;
  }

  async function keep(text: string): Promise<void> {
    latest = text;
    tab.setItem(copyKey, text);
    own ??= claimOwn();
    const id = await own;
    if (latest !== null) device.setItem(draftKey(id), `${now()} ${latest}`);
  }

  return {
    keep,
    async recall(): Promise<string | null> {
      const left = listDrafts(page, device, now());
      const known = tab.getItem(draftIdKey);
      if (known) {
        // Claimed at once: until then, another tab would take it for one whose tab was closed.
        own ??= claimOwn();
        const copy = tab.getItem(copyKey);
        if ((await own) === known) return left.find(({ id }) => id === known)?.text ?? copy;
        if (copy !== null && latest === null) await keep(copy);
        return copy;
      }
      for (const { id, text } of left) {
        const isLeft = await claim(id, false);
        if (own) return null;
        if (!isLeft) continue;
        own = Promise.resolve(id);
        tab.setItem(draftIdKey, id);
        return text;
      }
      return null;
    },
    clear(): void {
      latest = null;
      forgetDraft(page, tab, device);
    },
  };
}

/** Returns this tab's draft as it was kept, from the device's storage, else the tab's; null when there is none. */
export function readDraft(page: string, tab: TextStorage, device: Pick<Storage, 'getItem'>): string | null {
  const { draftIdKey, copyKey, draftKey } = keysOf(page);
  const saved = device.getItem(draftKey(tab.getItem(draftIdKey)));
  return saved === null ? tab.getItem(copyKey) : saved.slice(saved.indexOf(' ') + 1);
}

export function forgetDraft(page: string, tab: TextStorage, device: Pick<Storage, 'removeItem'>): void {
  const { draftIdKey, copyKey, draftKey } = keysOf(page);
  tab.removeItem(codeKey);
  tab.removeItem(copyKey);
  device.removeItem(draftKey(tab.getItem(draftIdKey)));
}

function listDrafts(page: string, device: DeviceStorage, now: number) {
  const { draftKey } = keysOf(page);
  return device
    .keys()
    .filter((key) => key.startsWith(draftKey('')))
    .map((key) => {
      const [at = '', ...text] = (device.getItem(key) ?? '').split(' ');
      return { id: key.slice(draftKey('').length), at: Number(at), text: text.join(' ') };
    })
    .filter(({ id, at }) => {
      const isFresh = now - at < draftLife;
      if (!isFresh) device.removeItem(draftKey(id));
      return isFresh;
    })
    .sort((a, b) => b.at - a.at);
}
