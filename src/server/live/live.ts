import type { Logger } from 'pino';
import type { Database } from '../../../db/client.ts';
import { seconds } from '../../shared/durations.ts';
import { type LiveChange, type LiveMessage, type LiveNews, liveEvents } from '../../shared/live.ts';
import type { Clock } from '../context/clock.ts';
import type { SignedIn } from '../context/context.ts';
import { type Happening, listHappenings, newestHappening } from './live-repository.ts';

/** How often a beat is sent, in milliseconds: proxies cut a stream that is silent for a minute. */
const beatEvery = seconds(25);

/** Milliseconds after a commit: changes written meanwhile are sent together. */
const pause = 50;

/** A page that missed more than this fetches everything again. */
const mostAtOnce = 500;

/** How much older a page’s first fetch may be than it says, in milliseconds: the time for a commit and the network. */
const leeway = 250;

/** How many tabs of one user listen. The oldest gives way. */
const mostPerPerson = 20;

/** Who listens. */
export interface Listener {
  user: SignedIn;
  sessionId: string;
  /** The last line that they have received; null for a new page. */
  after: number | null;
  /** Milliseconds since their page was opened: its data may be that old. Used only for a new page. */
  openFor: number;
}

/** Tells the open desks which orders have changed, once that is on the disk. */
export interface Live {
  /** @returns the changes from now on, as server-sent events; it begins when it is read */
  listen(listener: Listener): ReadableStream<Uint8Array>;
  /** Ends all streams, and every later one at once: their pages reconnect to the next service. */
  close(): void;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  sessions: { isOpen(sessionId: string): boolean; onEnd(work: () => void): void };
  log: Logger;
}

interface Desk extends Listener {
  controller: ReadableStreamDefaultController<Uint8Array>;
}

export function createLive({ db, clock, sessions, log }: Dependencies): Live {
  const desks = new Set<Desk>();
  let telling: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;
  let isClosed = false;

  function join(desk: Desk): void {
    const own = [...desks].filter(({ user }) => user.id === desk.user.id);
    if (own[0] && own.length >= mostPerPerson) end(own[0]);
    beating ??= setInterval(() => forEachOpen((one) => send(one, liveEvents.beat, 1)), beatEvery).unref();
    desks.add(desk);
    tell(desk, true);
  }

  function leave(desk: Desk): void {
    desks.delete(desk);
    if (desks.size > 0) return;
    clearInterval(beating);
    beating = undefined;
  }

  function end(desk: Desk): void {
    leave(desk);
    send(desk, liveEvents.over, 1);
    desk.controller.close();
  }

  /** Sends a desk the lines that it has not received yet. Call it when no write can still be lost. */
  function tell(desk: Desk, isFirst = false): void {
    const newest = newestHappening(db);
    const missed = listHappenings(db, {
      after: desk.after ?? newest - mostAtOnce,
      since: desk.after === null ? clock.now() - desk.openFor - leeway : 0,
      limit: mostAtOnce,
    });
    // A desk that has received a later line than the newest remembers another database.
    const isAllOld = missed.length === mostAtOnce || (desk.after ?? 0) > newest;
    const changes = isAllOld ? [] : missed.flatMap((happening) => changeFor(happening, desk.user) ?? []);
    desk.after = newest;
    if (isFirst || isAllOld || changes.length > 0) send(desk, 'message', { changes, isAllOld }, newest);
  }

  function closeEndedSessions(): void {
    for (const desk of desks) {
      if (!sessions.isOpen(desk.sessionId)) end(desk);
    }
  }

  function forEachOpen(work: (desk: Desk) => void): void {
    guarded(() => {
      closeEndedSessions();
      for (const desk of desks) work(desk);
    });
  }

  /** Logs a failure to tell the open desks: the commit or the sign-out that caused it still stands. */
  function guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      log.error({ err: error }, 'the open desks could not be told');
    }
  }

  function tellAll(): void {
    db.commits.whenSettled(() => {
      telling = undefined;
      forEachOpen((desk) => tell(desk));
    });
  }

  db.commits.afterCommit(() => {
    if (desks.size > 0 && !telling) telling = setTimeout(tellAll, pause).unref();
  });
  sessions.onEnd(() => guarded(closeEndedSessions));

  return {
    listen(listener) {
      let desk: Desk | undefined;
      let isGone = false;
      return new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            if (isClosed) controller.close();
            if (isClosed || desk) return;
            const joining = { ...listener, controller };
            desk = joining;
            return new Promise<void>((resolve) => {
              db.commits.whenSettled(() => {
                if (!isGone && !isClosed) guarded(() => join(joining));
                resolve();
              });
            });
          },
          cancel() {
            isGone = true;
            if (desk) leave(desk);
          },
        },
        { highWaterMark: 0 },
      );
    },
    close() {
      isClosed = true;
      for (const desk of desks) {
        leave(desk);
        desk.controller.close();
      }
    },
  };
}

const encoder = new TextEncoder();

function send({ controller }: Desk, event: string, data: LiveMessage | 1, id?: number): void {
  const head = id === undefined ? `event: ${event}` : `retry: 3000\nid: ${id}`;
  controller.enqueue(encoder.encode(`${head}\ndata: ${JSON.stringify(data)}\n\n`));
}

/** @returns what a user is told of a line in a timeline; null when it does not concern them */
function changeFor(happening: Happening, user: SignedIn): LiveChange | null {
  const { orderId, type, actor, reader, readerBefore, readerId } = happening;
  const isTheirs =
    type === 'assigned' ? [reader, readerBefore].includes(user.username) : readerId === user.id;
  if (user.role !== 'admin' && !isTheirs) return null;
  const news = user.role === 'admin' ? newsForAdmin(type) : newsForReader(happening, user);
  return { orderId, news: actor === user.username ? null : news };
}

function newsForAdmin(type: string): LiveNews | null {
  if (type === 'payment_succeeded') return 'sold';
  return type === 'reading_submitted' ? 'to_review' : null;
}

function newsForReader({ type, reader }: Happening, { username }: SignedIn): LiveNews | null {
  if (type === 'assigned') return reader === username ? 'assigned' : null;
  return type === 'reading_rejected' ? 'returned' : null;
}
