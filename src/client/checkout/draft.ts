import { days } from '../../shared/durations.ts';
import type { TextStorage } from '../toast-handover.ts';
import { draftIdKey, draftKey, forgetForm, keptForm } from './kept-form.ts';

/** How long what was typed is kept on the device, in milliseconds. The page says so beneath the form. */
export const draftLife = days(7);

/** The device's storage, which all tabs share and which outlives them. */
export type DeviceStorage = TextStorage & Pick<Storage, 'key' | 'length'>;

interface DraftPlaces {
  tab: TextStorage;
  device: DeviceStorage;
  /**
   * Takes a draft for this page, until it is closed. A page that is going away may take a moment to let it go.
   *
   * @param isOwn whether this tab had it before
   * @returns whether no other page has it
   */
  claim(id: string, isOwn: boolean): Promise<boolean>;
  newId(): string;
  /** In milliseconds. */
  now(): number;
}

/** What was typed into the order form, kept for when its tab is closed. Each form has a draft of its own. */
interface Draft {
  /** @returns what this tab had typed, or a draft whose tab is gone; null when there is neither */
  recall(): Promise<string | null>;
  keep(text: string): void;
  /** Forgets it, on the device and in the tab. */
  clear(): void;
}

export function createDraft(places: DraftPlaces): Draft {
  const { tab, device } = places;
  let own: Promise<string> | null = null;
  let latest: string | null = null;

  /** @returns the draft of this page, which no other page writes to */
  async function claimOwn(): Promise<string> {
    const known = tab.getItem(draftIdKey);
    if (known && (await places.claim(known, true))) return known;
    // A tab that was duplicated has what the other one had; from here on they are two forms.
    const id = places.newId();
    // No other page knows this id yet, and this page may be closed before the browser has answered.
    places.claim(id, false).catch(() => undefined);
    tab.setItem(draftIdKey, id);
    return id;
  }

  async function write(): Promise<void> {
    own ??= claimOwn();
    const id = await own;
    if (latest !== null) device.setItem(draftKey(id), `${places.now()} ${latest}`);
  }

  return {
    async recall() {
      try {
        const left = listDrafts(device, places.now());
        const known = tab.getItem(draftIdKey);
        if (known) {
          // Taken at once: until it is, a tab that opens meanwhile would find it left, and show it.
          own ??= claimOwn();
          const isOwn = (await own) === known;
          const typed = left.find(({ id }) => id === known)?.text ?? null;
          // What a tab was duplicated with is its own; what the first one has by now may be another order.
          return (isOwn && typed) || (keptForm(tab) ?? typed);
        }
        for (const { id, text } of left) {
          const isLeft = await places.claim(id, false);
          // Who has begun to write meanwhile has a draft already.
          if (own) return null;
          if (!isLeft) continue;
          own = Promise.resolve(id);
          tab.setItem(draftIdKey, id);
          return text;
        }
        return keptForm(tab);
      } catch {
        // Without storage there is no draft.
        return null;
      }
    },
    keep(text) {
      latest = text;
      write().catch(() => undefined);
    },
    clear() {
      latest = null;
      forgetForm(tab, device);
    },
  };
}

/** @returns the drafts on this device, the newest first; those that have had their time go */
function listDrafts(device: DeviceStorage, now: number): { id: string; at: number; text: string }[] {
  const keys = Array.from({ length: device.length }, (_, index) => device.key(index) ?? '');
  return keys
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
