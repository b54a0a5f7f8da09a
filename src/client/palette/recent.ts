import { attempt } from '../desk/draft.ts';

/** What was opened: its id, and what it is called. */
export interface Opened {
  id: string;
  label: string;
}

/** How many are remembered. */
const remembered = 6;

/** What the user has opened last, on this device. */
export interface Recent {
  /** The newest first. */
  list(): Opened[];
  /** @param opened nothing personal: it stays on the device */
  note(opened: Opened): void;
}

export function createRecent(dependencies: { storage: Storage | null; username: string }): Recent {
  const { storage, username } = dependencies;
  const key = `recent/${encodeURIComponent(username)}`;
  let opened: Opened[] = [];
  attempt(() => {
    opened = read(storage?.getItem(key) ?? '[]');
  });
  return {
    list: () => opened,
    note({ id, label }) {
      if (opened[0]?.id === id) return;
      opened = [{ id, label }, ...opened.filter((other) => other.id !== id)].slice(0, remembered);
      attempt(() => storage?.setItem(key, JSON.stringify(opened)));
    },
  };
}

function read(stored: string): Opened[] {
  const list: unknown = JSON.parse(stored);
  return Array.isArray(list) ? list.filter(isOpened).slice(0, remembered) : [];
}

function isOpened(value: unknown): value is Opened {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('label' in value)) return false;
  return typeof value.id === 'string' && typeof value.label === 'string';
}
