import { readJson, type TextStorage } from '../../lib/page-storage.ts';

/** Returns the keys of the draft of a page, by its path: `/readings/three-cards`, empty for the home page. */
export const draftKeys = (page: string) => ({
  id: `checkout-draft${page}`,
  copy: `checkout${page}`,
  drafts: `checkout${page} `,
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

/** Returns this tab's draft as it was kept, from the device's storage, else the tab's; null when there is none. */
export function readDraft(page: string, tab: TextStorage, device: Pick<Storage, 'getItem'>): string | null {
  const { id, copy, drafts } = draftKeys(page);
  // Read without lib/kept-text.ts, which the checkout's scripts would get with it.
  const kept = readJson<{ fields: string }>(device.getItem(drafts + tab.getItem(id)));
  return kept?.fields ?? tab.getItem(copy);
}

export function forgetDraft(page: string, tab: TextStorage, device: Pick<Storage, 'removeItem'>): void {
  const { id, copy, drafts } = draftKeys(page);
  tab.removeItem(codeKey);
  tab.removeItem(copy);
  device.removeItem(drafts + tab.getItem(id));
}
