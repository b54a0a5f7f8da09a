import type { TextStorage } from '../../lib/page-storage.ts';
import { codeIn, codeKey } from './draft.ts';

/** Keeps a code in the tab, or with an empty one none; the address loses another one, which would come back. */
export function keepCode(tab: TextStorage, code: string): void {
  if (code) tab.setItem(codeKey, code);
  else tab.removeItem(codeKey);
  const named = codeIn(location.search);
  if (named && named !== code) history.replaceState(null, '', location.pathname + location.hash);
}
