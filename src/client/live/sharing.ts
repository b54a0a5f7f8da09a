import type { LiveMessage } from '../../shared/live.ts';

/** What the tabs of a browser tell each other. */
type Word = { message: LiveMessage; id: string } | 'seen';

/** What a browser has for its tabs to talk; null where there is none of it, as on a page without https. */
export interface Tabs {
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>;
  locks: Pick<LockManager, 'request'>;
}

interface Sharing {
  /** Tells the other tabs what was heard. */
  pass(message: LiveMessage, id: string): void;
  /** Tells the other tabs that somebody looks at this one. */
  seen(): void;
  stop(): void;
}

interface SharingDependencies {
  tabs: Tabs | null;
  /** The same in all tabs of one person. */
  name: string;
  /** Begins to listen, for all tabs. */
  lead: () => void;
  onMessage: (message: LiveMessage, id: string) => void;
  onSeen: () => void;
}

/** Has one tab listen for all that a person has open in a browser; when it is closed, another takes its place. */
export function shareBetweenTabs({ tabs, name, lead, onMessage, onSeen }: SharingDependencies): Sharing {
  if (!tabs) {
    lead();
    return { pass: () => {}, seen: () => {}, stop: () => {} };
  }
  const { channel, locks } = tabs;
  const leaving = new AbortController();
  const left = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()));
  const say = (word: Word) => channel.postMessage(word);
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data === 'seen') onSeen();
    else onMessage(data.message, data.id);
  });
  locks
    .request(name, { signal: leaving.signal }, () => {
      lead();
      return left;
    })
    .catch(() => undefined);
  return {
    pass: (message, id) => say({ message, id }),
    seen: () => say('seen'),
    stop() {
      leaving.abort();
      channel.close();
    },
  };
}
