import { atom, type ReadableAtom } from 'nanostores';
import { attempt } from '../desk/draft.ts';

/** The part of the browser that shows notifications. */
export type Notifier = Pick<typeof Notification, 'permission' | 'requestPermission'> &
  (new (
    title: string,
    options?: NotificationOptions,
  ) => Pick<Notification, 'close' | 'addEventListener'>);

/** `blocked`: the browser was told to show none of this site; `impossible`: it cannot */
export type NotificationState = 'off' | 'on' | 'blocked' | 'impossible';

/** Whether this browser notifies its user of news while they look elsewhere. Off until they switch it on. */
export interface NotificationSetting {
  readonly $state: ReadableAtom<NotificationState>;
  /** Asks the browser for permission: call it when the user has pressed a button. */
  switchOn(): Promise<void>;
  switchOff(): void;
  show(text: string): void;
  /** Takes away what was shown. */
  clear(): void;
}

/** One at a time: the next takes the place of the last. */
const tag = 'career-tarot';

/** The setting of one person in this browser. */
export function createNotificationSetting(dependencies: {
  notifier: Notifier | null;
  storage: Storage | null;
  username: string;
  /** Brings the page to the front. */
  focus: () => void;
}): NotificationSetting {
  const { notifier, storage, username, focus } = dependencies;
  const key = `notifications/${encodeURIComponent(username)}`;
  let shown: Pick<Notification, 'close'> | null = null;

  function current(): NotificationState {
    let isWanted = false;
    attempt(() => {
      isWanted = storage?.getItem(key) === 'on';
    });
    if (!notifier) return 'impossible';
    if (notifier.permission === 'denied') return 'blocked';
    return isWanted && notifier.permission === 'granted' ? 'on' : 'off';
  }
  const $state = atom<NotificationState>(current());

  /** @throws where only a service worker may show one, as on Android */
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
    $state,
    async switchOn() {
      if (!notifier) return;
      if ((await notifier.requestPermission()) === 'granted') {
        try {
          put('This is how you will be told');
        } catch {
          $state.set('impossible');
          return;
        }
        attempt(() => storage?.setItem(key, 'on'));
      }
      $state.set(current());
    },
    switchOff() {
      attempt(() => storage?.removeItem(key));
      $state.set(current());
    },
    show(text) {
      // Another tab may have switched it.
      if (current() === 'on') attempt(() => put(text));
    },
    clear() {
      shown?.close();
      shown = null;
    },
  };
}

/** The setting in the browser that runs this. */
export function browserNotifications(username: string, storage: Storage | null): NotificationSetting {
  const notifier = typeof Notification === 'undefined' || !isSecureContext ? null : Notification;
  return createNotificationSetting({ notifier, storage, username, focus: () => window.focus() });
}
