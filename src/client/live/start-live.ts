import { seconds } from '../../shared/durations.ts';
import type { LiveMessage } from '../../shared/live.ts';
import { browserStorage } from '../desk/draft.ts';
import type { Work } from '../desk/work.ts';
import type { Fetching } from '../fetched.ts';
import { createFreshness } from './freshness.ts';
import { createNews } from './news.ts';
import { browserNotifications } from './notifications.ts';
import { shareBetweenTabs, type Tabs } from './sharing.ts';
import { keepListening, type LiveStream } from './stream.ts';

/** Where the server tells what has become of orders. */
const address = '/api/events';

/** How long another tab has to say that somebody looks at it, in milliseconds. */
const noticeAfter = seconds(1);

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
  const freshness = createFreshness({ fetching, isVisible, now: Date.now });
  const notifications = browserNotifications(username, browserStorage());
  const tabs = browserTabs(`live/${username}`);
  let stream: LiveStream | null = null;
  let last = '';
  let noticing: ReturnType<typeof setTimeout> | undefined;

  // The tab that listens tells for all of them, unless another one is looked at.
  const tell = (text: string) => {
    if (!stream) return;
    clearTimeout(noticing);
    noticing = setTimeout(() => notifications.show(text), noticeAfter);
  };
  const news = createNews({ page: document, isVisible, tell });

  function hear(message: LiveMessage, id: string): void {
    last = id;
    freshness.hear(message);
    news.hear(message);
    if (isVisible() && message.changes.length > 0) sharing.seen();
  }
  function seen(): void {
    clearTimeout(noticing);
    notifications.clear();
    news.seen();
  }
  /** Whoever looks at another tab may have signed in again there. */
  function seenElsewhere(): void {
    stream?.check();
    stream?.goOn();
    seen();
  }
  function lead(): void {
    stream = keepListening(last, {
      // What the page has fetched until now may be as old as the page.
      open: (after) =>
        new EventSource(`${address}?${after ? `after=${after}` : `openFor=${Math.ceil(performance.now())}`}`),
      onMessage(message, id) {
        sharing.pass(message, id);
        hear(message, id);
      },
      now: Date.now,
      random: Math.random,
    });
  }
  const sharing = shareBetweenTabs({
    tabs,
    name: `live/${username}`,
    lead,
    onMessage: hear,
    onSeen: seenElsewhere,
  });

  function look(): void {
    if (!isVisible()) {
      // Without other tabs to listen for, a browser would open a line for each: only six go to one server.
      if (!tabs) leaveOff();
      return;
    }
    if (!tabs && !stream) lead();
    stream?.check();
    stream?.goOn();
    seen();
    sharing.seen();
    freshness.attend();
  }
  function leaveOff(): void {
    stream?.stop();
    stream = null;
  }

  const leaving = new AbortController();
  const { signal } = leaving;
  document.addEventListener('visibilitychange', look, { signal });
  addEventListener('online', () => stream?.check(), { signal });
  for (const act of ['pointermove', 'keydown', 'scroll'])
    addEventListener(act, freshness.attend, { passive: true, signal });
  work.onSignedIn(() => {
    stream?.goOn();
    sharing.seen();
  });
  if (isVisible()) sharing.seen();

  return () => {
    leaving.abort();
    leaveOff();
    sharing.stop();
    freshness.stop();
    seen();
  };
}

function browserTabs(name: string): Tabs | null {
  if (typeof BroadcastChannel === 'undefined' || navigator.locks === undefined) return null;
  return { channel: new BroadcastChannel(name), locks: navigator.locks };
}
