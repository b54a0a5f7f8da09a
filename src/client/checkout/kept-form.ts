import type { TextStorage } from '../toast-handover.ts';

/** What the form is stored as, in the tab's storage; on the device with the draft's id behind it. */
const formKey = 'checkout';

/** In the tab's storage: which of the drafts on this device is this tab's. */
export const draftIdKey = 'checkout-draft';

/** The device's storage, which all tabs share and which outlives them, as far as it is needed to forget. */
export type Forgetting = Pick<Storage, 'removeItem'>;

/** @returns what a draft is stored as on the device */
export function draftKey(id: string | null): string {
  return `${formKey} ${id}`;
}

/** Keeps what was typed for as long as its tab is there. */
export function keepForm(tab: TextStorage, text: string): void {
  try {
    tab.setItem(formKey, text);
  } catch {
    // The text is still on the page.
  }
}

/** @returns the copy of what was typed in this tab, or null */
export function keptForm(tab: TextStorage): string | null {
  try {
    return tab.getItem(formKey);
  } catch {
    return null;
  }
}

/** Forgets what was typed into the form of this tab, there and on the device. */
export function forgetForm(tab: TextStorage, device: Forgetting): void {
  try {
    tab.removeItem(formKey);
    device.removeItem(draftKey(tab.getItem(draftIdKey)));
  } catch {
    // Without storage there is nothing to forget.
  }
}
