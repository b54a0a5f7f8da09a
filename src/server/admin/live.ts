import { seconds } from '../../shared/durations.ts';
import type { LiveChange, LiveMessage, LiveNews } from '../../shared/orders/live-message.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { type LiveEvent, listLiveEvents, newestLiveEvent } from './live-repository.ts';

/** How often an empty message is sent, in milliseconds: proxies cut a stream that is silent for a minute. */
const beatEvery = seconds(25);

/** How long to wait after a commit, in milliseconds, so that changes are sent together. */
const pause = 50;

/** A page that missed more than this fetches everything again. */
const mostAtOnce = 500;

/** How many streams one user may have open. The oldest is closed. */
const mostPerPerson = 20;

export type Live = ReturnType<typeof createLive>;

interface EventStream {
  writeSSE(message: { data: string }): Promise<void>;
  write(text: string): Promise<unknown>;
  onAbort(listener: () => void): void;
}

interface Desk {
  user: SignedIn;
  sessionId: string;
  /** The last event that the page has received; null for a new page. */
  after: number | null;
  stream: EventStream;
  /** Resolves the promise that keeps the stream open. */
  finish: () => void;
}

type Sessions = { isOpen(sessionId: string): boolean };

/** Streams changes of orders to the open desks as server-sent events, after each commit. */
export function createLive(context: Pick<Context, 'db' | 'clock' | 'log'> & { sessions: Sessions }) {
  const { db, clock, sessions, log } = context;
  const desks = new Set<Desk>();
  let telling: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Ends streams whose session is over, and sends the others their missed events or an empty message. */
  function tell(some: Iterable<Desk>, isBeat = false): void {
    try {
      for (const desk of some) {
        if (!desks.has(desk)) continue;
        if (sessions.isOpen(desk.sessionId)) sendNews(desk, isBeat);
        else end(desk);
      }
    } catch (error) {
      // The commit or the sign-out that caused it still stands.
      log.error({ err: error }, 'the open dashboards could not be notified');
    }
  }

  function sendNews(desk: Desk, isBeat: boolean): void {
    const { id: last, createdAt } = newestLiveEvent(db);
    const after = desk.after ?? last;
    const missed = listLiveEvents(db, after, mostAtOnce);
    // A desk ahead of the newest event was connected to another database.
    const isAllOld = missed.length === mostAtOnce || after > last;
    const changes = isAllOld ? [] : missed.flatMap((happening) => changeFor(happening, desk.user) ?? []);
    desk.after = last;
    if (!isBeat && !isAllOld && changes.length === 0) return;
    const message: LiveMessage = { last, quietFor: clock.now() - createdAt, changes, isAllOld };
    void desk.stream.writeSSE({ data: JSON.stringify(message) });
  }

  /** Makes its page not reconnect by itself. */
  function end(desk: Desk): void {
    desks.delete(desk);
    // Queued before the stream is closed, and not awaited: its reader may hang.
    void desk.stream.write('event: over\ndata: 1\n\n');
    desk.finish();
  }

  db.onCommit.add(() => {
    if (desks.size === 0 || telling) return;
    telling = setTimeout(() => {
      telling = undefined;
      tell(desks);
    }, pause).unref();
  });

  return {
    /** Sends changes until the page leaves, the session ends or the service stops. */
    async serve(stream: EventStream, listener: Pick<Desk, 'user' | 'sessionId' | 'after'>): Promise<void> {
      if (isClosed) return;
      const { promise, resolve: finish } = Promise.withResolvers<void>();
      const desk = { ...listener, stream, finish };
      const beat = setInterval(() => tell([desk], true), beatEvery).unref();
      stream.onAbort(finish);
      const own = [...desks].filter(({ user }) => user.id === desk.user.id);
      if (own[0] && own.length >= mostPerPerson) end(own[0]);
      desks.add(desk);
      tell([desk], true);
      await promise;
      clearInterval(beat);
      desks.delete(desk);
    },
    /** Ends all streams, and every later one at once: their pages reconnect to the next service. */
    close(): void {
      isClosed = true;
      for (const { finish } of desks) finish();
      desks.clear();
    },
  };
}

/** Returns null when the event does not concern the user. */
function changeFor(happening: LiveEvent, user: SignedIn): LiveChange | null {
  const { orderId, type, actor, reader, readerBefore, readerId } = happening;
  const isTheirs =
    type === 'assigned' ? [reader, readerBefore].includes(user.username) : readerId === user.id;
  if (user.role !== 'admin' && !isTheirs) return null;
  const own = isTheirs && user.writes ? newsForReader(happening, user) : null;
  const news = own ?? (user.role === 'admin' ? newsForAdmin(type) : null);
  return { orderId, news: actor === user.username ? null : news };
}

function newsForAdmin(type: string): LiveNews | null {
  if (type === 'payment_succeeded') return 'sold';
  return type === 'reading_submitted' ? 'to_review' : null;
}

function newsForReader({ type, reader }: LiveEvent, { username }: SignedIn): LiveNews | null {
  if (type === 'assigned') return reader === username ? 'assigned' : null;
  return type === 'reading_rejected' ? 'returned' : null;
}
