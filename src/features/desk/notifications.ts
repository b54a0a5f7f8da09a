import { atom, type ReadableAtom } from 'nanostores';
import { type DeviceStorage, deviceStorage } from '../../lib/page-storage.ts';

export type Notifier = Pick<typeof Notification, 'permission' | 'requestPermission'> &
  (new (
    title: string,
    options?: NotificationOptions,
  ) => Pick<Notification, 'close' | 'addEventListener'>);

/** `blocked`: forbidden in the browser's settings; `impossible`: the browser has no notifications. */
export type NotificationState = 'off' | 'on' | 'blocked' | 'impossible';

/** A new notification replaces the last one. */
const tag = 'career-tarot';

/** Creates a user's notification setting on this device. `show` does nothing unless they are on and allowed. */
export function createNotificationSetting(
  notifier: Notifier | null,
  storage: DeviceStorage,
  username: string,
  focus: () => void,
) {
  const key = `notifications/${encodeURIComponent(username)}`;
  let shown: Pick<Notification, 'close'> | null = null;
  const $state = atom(current());

  function current(): NotificationState {
    if (!notifier) return 'impossible';
    if (notifier.permission === 'denied') return 'blocked';
    return storage.getItem(key) === 'on' && notifier.permission === 'granted' ? 'on' : 'off';
  }

  /** @throws where only a service worker can show them, as on Android */
  function put(text: string): void {
    if (!notifier) return;
    const notification = new notifier(text, { tag });
    notification.addEventListener('click', () => {
      focus();
      notification.close();
    });
    shown = notification;
  }

  return {
    $state: $state as ReadableAtom<NotificationState>,
    /** Asks for the browser's permission, after a click of the user. */
    async switchOn(): Promise<void> {
      if ((await notifier?.requestPermission()) === 'granted') {
        try {
          put('Notifications will look like this');
        } catch {
          $state.set('impossible');
          return;
        }
        storage.setItem(key, 'on');
      }
      $state.set(current());
    },
    switchOff(): void {
      storage.removeItem(key);
      $state.set(current());
    },
    show(text: string): void {
      // Another tab may have changed the setting.
      if (current() === 'on') put(text);
    },
    clear(): void {
      shown?.close();
      shown = null;
    },
  };
}

export function browserNotifications(username: string) {
  const notifier = typeof Notification === 'undefined' || !isSecureContext ? null : Notification;
  return createNotificationSetting(notifier, deviceStorage, username, () => window.focus());
}
