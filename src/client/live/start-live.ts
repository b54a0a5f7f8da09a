import { browserStorage } from '../desk/draft.ts';
import type { Work } from '../desk/work.ts';
import type { Fetching } from '../fetched.ts';
import { createFreshness } from './freshness.ts';
import { createLastTab } from './last-tab.ts';
import { createNews } from './news.ts';
import { browserNotifications } from './notifications.ts';
import { createStream } from './stream.ts';

/** Where the server tells which orders have changed. What a page has fetched until then may be as old as the page. */
const address = (after: string) =>
  `/api/events?${after ? `after=${after}` : `openFor=${Math.ceil(Date.now() - performance.timeOrigin)}`}`;

/**
 * Keeps a desk fresh, and tells its owner what is new, for as long as the page lives. Without it the desk works all
 * the same.
 *
 * @returns ends it
 */
export function startLive(desk: { fetching: Fetching; work: Work; username: string }): () => void {
  if (typeof EventSource === 'undefined') return () => {};
  const { fetching, work, username } = desk;
  const isVisible = () => !document.hidden;
  const freshness = createFreshness(fetching, isVisible);
  const notifications = browserNotifications(username, browserStorage());
  const news = createNews({ page: document, isVisible, tell: notifications.show });
  const stream = createStream(
    (after) => new EventSource(address(after)),
    (message) => {
      freshness.hear(message);
      news.hear(message);
    },
  );
  const lastTab = createLastTab({
    locks: navigator.locks ?? null,
    name: `live/${username}`,
    onChange() {
      if (!lastTab.isLast()) seen();
      listen();
    },
  });

  function seen(): void {
    notifications.clear();
    news.seen();
  }
  /** Of the tabs that are hidden one listens: over HTTP/1.1 a browser opens six connections to a server. */
  function listen(): void {
    if (isVisible() || lastTab.isLast()) stream.listen();
    else stream.stop();
  }
  function look(): void {
    listen();
    if (!isVisible()) return;
    lastTab.look();
    seen();
    freshness.attend();
  }

  const leaving = new AbortController();
  const { signal } = leaving;
  document.addEventListener('visibilitychange', look, { signal });
  addEventListener('focus', look, { signal });
  addEventListener('online', listen, { signal });
  for (const act of ['pointermove', 'keydown', 'scroll'])
    addEventListener(act, freshness.attend, { passive: true, signal });
  const stopSignedIn = work.onSignedIn(listen);
  look();

  return () => {
    leaving.abort();
    stopSignedIn();
    stream.stop();
    lastTab.stop();
    freshness.stop();
    seen();
  };
}
