import type { Fetching } from '../../lib/fetched.ts';
import { hours, seconds } from '../../shared/durations.ts';
import type { LiveChange, LiveNews } from '../../shared/orders/live-message.ts';
import { browserNotifications } from './notifications.ts';
import { createStream } from './stream.ts';
import type { TaskRunner } from './task-runner.ts';

/** A desk fetches changes at most once in this many milliseconds. */
const pause = seconds(1);

/** A desk idle for this long stops fetching, which would prolong its session. */
const idleLimit = hours(1);

const newsTexts: Record<LiveNews, string> = {
  sold: 'A new order is waiting',
  to_review: 'A reading is waiting for your approval',
  assigned: 'A new order is waiting',
  returned: 'A reading came back to you',
};

/** Listens to the server's events until `signal` aborts: refetches changed data, and announces news if hidden. */
export function startLive(
  { fetching, work }: { fetching: Fetching; work: TaskRunner },
  username: string,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  const isVisible = () => !document.hidden;
  const freshness = createRefreshQueue(fetching, isVisible);
  const notifications = browserNotifications(username);
  const news = createNews(document, isVisible, notifications.show);
  const stream = createStream(({ changes, isAllOld }) => {
    freshness.changed(isAllOld ? ['orders'] : changes.map(({ orderId }) => `orders/${orderId}`));
    news.hear(changes);
  });

  const lock = createTabLock(`live/${username}`, listen, signal);

  function listen(): void {
    if (isVisible() || lock.isHeld()) stream.listen();
    else stream.stop();
  }
  function look(): void {
    if (isVisible()) {
      lock.take();
      seen();
      freshness.attend();
    }
    listen();
  }
  function seen(): void {
    notifications.clear();
    news.seen();
  }

  document.addEventListener('visibilitychange', look, { signal });
  addEventListener('focus', look, { signal });
  addEventListener('online', listen, { signal });
  for (const act of ['pointermove', 'keydown', 'scroll'])
    addEventListener(act, freshness.attend, { passive: true, signal });
  const stopSignedIn = work.onSignedIn(listen);
  signal.addEventListener('abort', () => {
    stopSignedIn();
    stream.stop();
    seen();
  });
  look();
}

/**
 * Creates a lock that one hidden tab at a time holds to listen, because browsers open six HTTP/1.1 connections per
 * server. `take` takes it from another tab. Without https, no tab gets it.
 */
export function createTabLock(name: string, onChange: () => void, signal: AbortSignal) {
  let isHeld = false;
  let waiting = new AbortController();

  /** Waits for the lock, or takes it from another tab; waits again when another tab takes it. */
  async function request(steal: boolean): Promise<void> {
    waiting.abort();
    const mine = new AbortController();
    waiting = mine;
    const hold = async () => {
      if (signal.aborted) return;
      isHeld = true;
      onChange();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    const options = steal ? { steal } : { signal: mine.signal };
    // Rejects when another tab takes the lock, or the browser refuses it.
    await navigator.locks?.request(name, options, hold).catch(() => undefined);
    if (!isHeld || waiting !== mine || signal.aborted) return;
    isHeld = false;
    onChange();
    void request(false);
  }

  signal.addEventListener('abort', () => waiting.abort());
  void request(false);
  return {
    isHeld: () => isHeld,
    take(): void {
      if (!isHeld) void request(true);
    },
  };
}

/** Collects keys of changed data and refetches them at most once a second; waits while the page is hidden or idle. */
export function createRefreshQueue(fetching: Pick<Fetching, 'changed'>, isVisible: () => boolean) {
  const stale = new Set<string>();
  let isFetching = false;
  let lastAttended = Date.now();

  async function freshen(): Promise<void> {
    if (isFetching) return;
    isFetching = true;
    while (stale.size > 0 && isVisible() && Date.now() - lastAttended <= idleLimit) {
      const keys = [...stale];
      stale.clear();
      await fetching.changed(...keys).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    isFetching = false;
  }

  return {
    changed(keys: string[]): void {
      for (const key of keys) stale.add(key);
      void freshen();
    },
    attend(): void {
      lastAttended = Date.now();
      void freshen();
    },
  };
}

/** Counts the news in a hidden page's title, and notifies of the newest; `seen` resets the count. */
export function createNews(
  page: { title: string },
  isVisible: () => boolean,
  notify: (text: string) => void,
) {
  const { title } = page;
  const unseen = new Set<string>();

  return {
    hear(changes: LiveChange[]): void {
      const news = changes.filter((change) => change.news && !unseen.has(`${change.news}/${change.orderId}`));
      const newest = news.at(-1)?.news;
      if (!newest || isVisible()) return;
      for (const change of news) unseen.add(`${change.news}/${change.orderId}`);
      page.title = `(${unseen.size}) ${title}`;
      notify(newsTexts[newest]);
    },
    seen(): void {
      unseen.clear();
      page.title = title;
    },
  };
}
