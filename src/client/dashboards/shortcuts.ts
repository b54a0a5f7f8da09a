import { atom, type ReadableAtom, type WritableAtom } from 'nanostores';
import { attempt } from '../desk/draft.ts';

/** Whether single keys do something: who dictates, or hits keys by accident, switches them off (WCAG 2.1.4). */
export interface ShortcutSetting {
  readonly $isOn: ReadableAtom<boolean>;
  set(isOn: boolean): void;
  /** Whether the list of the keys is open. */
  readonly $isListOpen: WritableAtom<boolean>;
}

/** The setting of one person on this device. */
export function createShortcutSetting(dependencies: {
  storage: Storage | null;
  username: string;
}): ShortcutSetting {
  const { storage, username } = dependencies;
  const key = `shortcuts/${encodeURIComponent(username)}`;
  const $isOn = atom(true);
  attempt(() => $isOn.set(storage?.getItem(key) !== 'off'));
  return {
    $isOn,
    $isListOpen: atom(false),
    set(isOn) {
      $isOn.set(isOn);
      attempt(() => (isOn ? storage?.removeItem(key) : storage?.setItem(key, 'off')));
    },
  };
}
