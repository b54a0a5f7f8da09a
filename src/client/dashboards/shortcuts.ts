import { atom } from 'nanostores';
import { attempt } from '../desk/draft.ts';

export type ShortcutSetting = ReturnType<typeof createShortcutSetting>;

/** Whether single keys are on: a user of this device who dictates, or hits keys by accident, turns them off (WCAG 2.1.4). */
export function createShortcutSetting({ storage, username }: { storage: Storage | null; username: string }) {
  const key = `shortcuts/${encodeURIComponent(username)}`;
  const $isOn = atom(true);
  attempt(() => $isOn.set(storage?.getItem(key) !== 'off'));
  return {
    $isOn,
    $isListOpen: atom(false),
    set(isOn: boolean) {
      $isOn.set(isOn);
      attempt(() => (isOn ? storage?.removeItem(key) : storage?.setItem(key, 'off')));
    },
  };
}
