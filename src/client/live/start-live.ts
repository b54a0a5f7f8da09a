import { hours, seconds } from '../../shared/durations.ts';
import type { LiveChange, LiveNews } from '../../shared/live.ts';
import { browserStorage } from '../desk/draft.ts';
import type { Work } from '../desk/work.ts';
import type { Fetching } from '../fetched.ts';
import { browserNotifications } from './notifications.ts';
import { createStream } from './stream.ts';

/** What is shown is fetched at most this often, in milliseconds. */
const pause = seconds(1);

/** A desk that is idle for this long stops fetching: fetching would keep its session alive. */
const attention = hours(1);

const words: Record<LiveNews, string> = {
  sold: 'A new order waits',
  to_review: 'A reading waits for your approval',
  assigned: 'A new order waits',
  returned: 'A reading came back to you',
};

/** Keeps a desk fresh, and tells its owner what is new, until the signal ends it. */
export function startLive(
  { fetching, work }: { fetching: Fetching; work: Work },
  username: string,
  signal: AbortSignal,
): void {
  const isVisible = () => !document.hidden;
  const freshness = createFreshness(fetching, isVisible);
  const notifications = browserNotifications(username, browserStorage());
  const news = createNews(document, isVisible, notifications.show);
  const stream = createStream(({ changes, isAllOld }) => {
    freshness.changed(isAllOld ? ['orders'] : changes.map(({ orderId }) => `orders/${orderId}`));
    news.hear(changes);
  });

  /** Of the tabs that are hidden one listens: over HTTP/1.1 a browser opens six connections to a server. */
  let listensHidden = false;
  const hold = () => {
    listensHidden = true;
    listen();
    return new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
  // There are no locks on a page without https, and a browser may refuse them.
  navigator.locks?.request(`live/${username}`, { signal }, hold).catch(() => undefined);

  function listen(): void {
    if (isVisible() || listensHidden) stream.listen();
    else stream.stop();
  }
  function look(): void {
    listen();
    if (!isVisible()) return;
    seen();
    freshness.attend();
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
 * Fetches again what is on a desk when it has become old.
 *
 * @param isVisible whether the page can be seen
 */
export function createFreshness(fetching: Pick<Fetching, 'changed'>, isVisible: () => boolean) {
  const old = new Set<string>();
  let isFetching = false;
  let lastAttended = Date.now();

  async function freshen(): Promise<void> {
    if (isFetching) return;
    isFetching = true;
    while (old.size > 0 && isVisible() && Date.now() - lastAttended <= attention) {
      const keys = [...old];
      old.clear();
      // A server that takes its time is not asked again meanwhile.
      await fetching.changed(...keys).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    isFetching = false;
  }

  return {
    /** Has these fetched again soon, or when the desk's owner is there to see it. */
    changed(keys: string[]): void {
      for (const key of keys) old.add(key);
      void freshen();
    },
    /** The owner of the desk is there. */
    attend(): void {
      lastAttended = Date.now();
      void freshen();
    },
  };
}

/**
 * Counts what is new since the owner of a desk last looked, in the title of the page.
 *
 * @param isVisible whether they look at it now
 * @param notify tells them where they are; never what it is about
 */
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
      notify(words[newest]);
    },
    /** The owner of the desk has looked. */
    seen(): void {
      unseen.clear();
      page.title = title;
    },
  };
}
