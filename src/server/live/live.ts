import type { Logger } from 'pino';
import type { Database } from '../../../db/client.ts';
import { minutes, seconds } from '../../shared/durations.ts';
import { type LiveMessage, liveEvents } from '../../shared/live.ts';
import type { Clock } from '../context/clock.ts';
import type { SignedIn } from '../context/context.ts';
import { firstHappeningSince, type Happening, listHappenings, newestHappening } from './live-repository.ts';
import { changeFor } from './who-hears.ts';

/** How often the line is proved to be there, in milliseconds: proxies cut one that is silent for a minute. */
const beatEvery = seconds(25);

/** Milliseconds between two messages: what is written in between is told together. */
const pause = 250;

/** More than this, and whoever missed it fetches everything anew. */
const mostAtOnce = 500;

/** A page that has been open for longer and heard nothing yet fetches everything anew, in milliseconds. */
const longestStart = minutes(1);

/** Tabs of one person. The oldest gives way. */
const mostPerPerson = 20;

/** Bytes that may wait for somebody who does not read them. */
const mostWaiting = 64 * 1_024;

/** How long browsers wait before they come back, in milliseconds: not all of them in the same second. */
const comeBackAfter = { atLeast: seconds(1), within: seconds(5) };

/** Who listens. */
export interface Listener {
  user: SignedIn;
  sessionId: string;
  /** The last line that they have heard of; null when they begin. */
  after: number | null;
  /** Milliseconds since their page was opened: what it fetched may be as old. Counts when they begin. */
  openFor: number;
  /** Cuts their connection. */
  cut: () => void;
}

/** Tells whoever has a desk open what has become of orders, once it is on the disk. */
export interface Live {
  /** @returns what they hear from now on, as server-sent events; it begins when it is read */
  listen(listener: Listener): ReadableStream<Uint8Array>;
  /** Ends all streams, and every later one at once. */
  close(): void;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  sessions: { isOpen(sessionId: string): boolean; onEnd(work: () => void): void };
  log: Logger;
}

interface Desk extends Listener {
  heard: number;
  controller: ReadableStreamDefaultController<Uint8Array>;
}

export function createLive({ db, clock, sessions, log }: Dependencies): Live {
  const desks = new Set<Desk>();
  let heard = 0;
  let lastTold = 0;
  let telling: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;
  let isClosed = false;

  function join(desk: Desk): void {
    const own = [...desks].filter(({ user }) => user.id === desk.user.id);
    const [oldest] = own;
    if (oldest && own.length >= mostPerPerson) end(oldest);
    if (desks.size === 0) {
      heard = newestHappening(db);
      beating = setInterval(beat, beatEvery).unref();
    }
    desks.add(desk);
    catchUp(desk);
  }

  /** What happened since they were here last is in the table. */
  function catchUp(desk: Desk): void {
    const newest = newestHappening(db);
    const after = desk.after ?? lastBefore(newest, desk.openFor);
    const missed = after < newest ? listHappenings(db, { after, limit: mostAtOnce }) : [];
    // Who has heard of more than there is remembers another database.
    const isOld = desk.after === null && desk.openFor > longestStart;
    const isAllOld = isOld || after > newest || missed.length === mostAtOnce;
    desk.heard = newest;
    const wait = comeBackAfter.atLeast + Math.floor(Math.random() * comeBackAfter.within);
    const message = { changes: isAllOld ? [] : changesFor(missed, desk.user), isAllOld };
    send(desk, encode(`retry: ${wait}\n${frame(newest, message)}`));
  }

  /** @returns the last line that was there when a page was opened, or a little earlier: its commit takes a moment */
  function lastBefore(newest: number, openFor: number): number {
    const since = { after: newest - mostAtOnce, time: clock.now() - Math.min(openFor, longestStart) - pause };
    return (firstHappeningSince(db, since) ?? newest + 1) - 1;
  }

  function leave(desk: Desk): void {
    desks.delete(desk);
    if (desks.size > 0) return;
    clearInterval(beating);
    clearTimeout(telling);
    telling = undefined;
  }

  function send(desk: Desk, bytes: Uint8Array): void {
    desk.controller.enqueue(bytes);
    if ((desk.controller.desiredSize ?? 0) >= -mostWaiting) return;
    leave(desk);
    desk.controller.error(new Error('Nobody reads what is sent.'));
    desk.cut();
  }

  /** @param isOver whether they are not to come back by themselves */
  function end(desk: Desk, isOver = true): void {
    leave(desk);
    if (isOver) desk.controller.enqueue(encode(`event: ${liveEvents.over}\ndata: 1\n\n`));
    desk.controller.close();
  }

  function endClosed(): void {
    for (const desk of desks) if (!sessions.isOpen(desk.sessionId)) end(desk);
  }

  function beat(): void {
    guarded(() => {
      endClosed();
      const bytes = encode(`event: ${liveEvents.beat}\ndata: 1\n\n`);
      for (const desk of desks) send(desk, bytes);
    });
  }

  /** Reads what is new, once for everybody. To be called when nothing is written that could still be lost. */
  function tell(): void {
    telling = undefined;
    if (desks.size === 0) return;
    const found = listHappenings(db, { after: heard, limit: mostAtOnce });
    if (found.length === 0) return;
    lastTold = performance.now();
    const isAllOld = found.length === mostAtOnce;
    const newest = isAllOld ? newestHappening(db) : (found.at(-1)?.id ?? heard);
    heard = newest;
    const ofPeople = new Map<string, Uint8Array | null>();
    for (const desk of desks) {
      if (desk.heard >= newest) continue;
      desk.heard = newest;
      const known = ofPeople.get(desk.user.id);
      const bytes = known === undefined ? messageFor(desk.user, newest, found, isAllOld) : known;
      ofPeople.set(desk.user.id, bytes);
      if (!bytes) continue;
      if (sessions.isOpen(desk.sessionId)) send(desk, bytes);
      else end(desk);
    }
  }

  function soon(): void {
    if (desks.size === 0 || telling) return;
    const wait = lastTold + pause - performance.now();
    if (wait <= 0) guarded(tell);
    else telling = setTimeout(() => db.commits.whenSettled(() => guarded(tell)), wait).unref();
  }

  /** Whoever commits, or signs out, has done so: that others could not be told is no failure of theirs. */
  function guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      log.error({ err: error }, 'the open desks could not be told');
    }
  }

  db.commits.afterCommit(soon);
  sessions.onEnd(() => guarded(endClosed));

  return {
    listen(listener) {
      let desk: Desk | undefined;
      let isGone = false;
      return new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            if (isClosed) controller.close();
            if (isClosed || desk) return;
            const joining = { ...listener, heard: 0, controller };
            desk = joining;
            return new Promise<void>((resolve) => {
              db.commits.whenSettled(() => {
                if (!isGone) guarded(() => join(joining));
                resolve();
              });
            });
          },
          cancel() {
            isGone = true;
            if (desk) leave(desk);
          },
        },
        { highWaterMark: 0, size: ({ length }) => length },
      );
    },
    close() {
      isClosed = true;
      for (const desk of desks) end(desk, false);
    },
  };
}

function changesFor(happenings: Happening[], user: SignedIn) {
  return happenings.flatMap((happening) => changeFor(happening, user) ?? []);
}

/** @returns null when there is nothing in it for them */
function messageFor(user: SignedIn, id: number, found: Happening[], isAllOld: boolean): Uint8Array | null {
  if (isAllOld) return encode(frame(id, { changes: [], isAllOld }));
  const changes = changesFor(found, user);
  return changes.length > 0 ? encode(frame(id, { changes, isAllOld })) : null;
}

function frame(id: number, message: LiveMessage): string {
  return `id: ${id}\ndata: ${JSON.stringify(message)}\n\n`;
}

const encoder = new TextEncoder();
function encode(text: string): Uint8Array {
  return encoder.encode(text);
}
