import { attempt } from '../desk/draft.ts';

interface Opened {
  id: string;
  /** Nothing personal: it stays on the device. */
  label: string;
}

const mostRemembered = 6;

export function createRecent({ storage, username }: { storage: Storage | null; username: string }) {
  const key = `recent/${encodeURIComponent(username)}`;
  let opened: Opened[] = [];
  attempt(() => {
    opened = JSON.parse(storage?.getItem(key) ?? '[]');
  });
  return {
    /** The newest first. */
    list: () => opened,
    note({ id, label }: Opened) {
      if (opened[0]?.id === id) return;
      opened = [{ id, label }, ...opened.filter((other) => other.id !== id)].slice(0, mostRemembered);
      attempt(() => storage?.setItem(key, JSON.stringify(opened)));
    },
  };
}
