import { BetterSqlite3Adapter } from '@lucia-auth/adapter-sqlite';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { type Database, writeNow, writeTransaction } from '../../../../db/client.ts';
import { isStorageFailure } from '../../../../db/group-commit.ts';
import { hours, minutes, seconds } from '../../../shared/durations.ts';
import { hashToken, type Random, systemRandom } from '../../basics/random.ts';
import type { Clock } from '../../context/clock.ts';
import type { Context } from '../../context/context.ts';
import { ownCookie } from '../../context/own-cookie.ts';
import type { SessionFinder } from '../../context/session-finder.ts';
import { findSession, shortenSessions } from './sessions-repository.ts';

/* The only module that knows Lucia (docs/decisions/002-lucia.md). */

const idleHours = 8;

/** A session in use is renewed at most this often, so that not every call writes; in milliseconds. */
const renewEvery = minutes(1);
const absoluteMilliseconds = hours(24);

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<{ createdAt: number; device: string | null }>;
    /** By the names of the columns. */
    DatabaseSessionAttributes: { created_at: number; device: string | null };
  }
}

/** Times are milliseconds since 1970; the last one is right to the minute. */
export interface StoredSession {
  sessionId: string;
  device: string | null;
  startedAt: number;
  lastUsedAt: number;
}

export interface Sessions extends SessionFinder {
  /**
   * Starts a session.
   *
   * @param device the browser in words, when something is known of it
   * @returns the Set-Cookie header that carries its token
   */
  start(userId: string, device: string | null): Promise<string>;
  /** Ends one session. @returns the Set-Cookie header that removes the cookie */
  end(sessionId: string): Promise<string>;
  /** Ends all sessions of a user but one. */
  endOthers(userId: string, keepSessionId: string): Promise<void>;
  /** Ends all sessions of a user. */
  endAll(userId: string): Promise<void>;
  /** @returns the sessions of a user that have not expired, the newest first */
  list(userId: string): Promise<StoredSession[]>;
  deleteExpired(): Promise<void>;
  /** Lets no session last longer from now than one that begins now. */
  shorten(): Promise<void>;
  /** @param work what follows whenever sessions were ended */
  onEnd(work: () => void): void;
}

/** What it takes to change an account. */
export interface Accounts {
  context: Context;
  sessions: Sessions;
}

/** @param isSecure whether customers reach the site over https: the cookie is bound to it then */
export function createSessions(
  db: Database,
  clock: Clock,
  isSecure: boolean,
  random: Random = systemRandom,
): Sessions {
  const cookie = ownCookie('session', isSecure);
  const adapter = adapterFor(db);
  const idleLimit = new TimeSpan(idleHours, 'h');
  let ended = () => {};
  const lucia = new Lucia(adapter, {
    sessionExpiresIn: idleLimit,
    // How long a session lasts is decided here, not in the browser: activity cannot prolong a cookie's date.
    sessionCookie: { ...cookie, expires: false },
    getSessionAttributes: ({ created_at, device }) => ({ createdAt: created_at, device }),
  });
  function see(sessionId: string) {
    const found = findSession(db, sessionId);
    if (!found?.isActive || seconds(found.expiresAt) <= Date.now()) return null;
    if (clock.now() - found.createdAt > absoluteMilliseconds) return null;
    return { user: { id: found.userId, username: found.username, role: found.role }, sessionId };
  }

  return {
    cookieName: cookie.name,
    async start(userId, device) {
      const token = random.newToken();
      const attributes = { created_at: clock.now(), device };
      await lucia.createSession(userId, attributes, { sessionId: hashToken(token) });
      const sent = lucia.createSessionCookie(token);
      // Lucia would have the browser keep it for 400 days.
      sent.attributes.maxAge = absoluteMilliseconds / seconds(1);
      return sent.serialize();
    },
    async find(token, isUse = true) {
      const sessionId = hashToken(token);
      const seen = see(sessionId);
      // Lucia takes every look at a session for a use.
      if (!isUse) return seen;
      if (!seen) {
        // It stays over, also when its account is opened again.
        if (findSession(db, sessionId)) await unlessUnwritable(() => lucia.invalidateSession(sessionId));
        return null;
      }
      const { session } = await lucia.validateSession(seen.sessionId);
      if (!session) return null;
      // Lucia itself renews only in the second half: a session could end after four idle hours.
      const renewed = new Date(Date.now() + idleLimit.milliseconds());
      if (renewed.getTime() - session.expiresAt.getTime() > renewEvery) {
        await adapter.updateSessionExpiration(session.id, renewed);
      }
      return seen;
    },
    isOpen: (sessionId) => see(sessionId) !== null,
    async end(sessionId) {
      await lucia.invalidateSession(sessionId);
      ended();
      return lucia.createBlankSessionCookie().serialize();
    },
    async endOthers(userId, keepSessionId) {
      for (const session of await lucia.getUserSessions(userId)) {
        if (session.id !== keepSessionId) await lucia.invalidateSession(session.id);
      }
      ended();
    },
    async endAll(userId) {
      await lucia.invalidateUserSessions(userId);
      ended();
    },
    async list(userId) {
      const open = await lucia.getUserSessions(userId);
      return open
        .map(({ id, createdAt, device, expiresAt }) => ({
          sessionId: id,
          device,
          startedAt: createdAt,
          lastUsedAt: expiresAt.getTime() - idleLimit.milliseconds(),
        }))
        .filter(({ startedAt }) => clock.now() - startedAt <= absoluteMilliseconds)
        .sort((a, b) => b.startedAt - a.startedAt);
    },
    deleteExpired: () => lucia.deleteExpiredSessions(),
    shorten: () =>
      writeTransaction(db, (tx) =>
        shortenSessions(tx, {
          createdAt: clock.now(),
          expiresAt: Math.floor((Date.now() + idleLimit.milliseconds()) / seconds(1)),
        }),
      ),
    onEnd(work) {
      ended = work;
    },
  };
}

/**
 * Lucia's adapter for better-sqlite3, with its writes in our transactions: each is one statement, which has run when the
 * call returns its promise.
 */
function adapterFor(db: Database): Adapter {
  const sqlite = new BetterSqlite3Adapter(db.$client, { user: 'users', session: 'sessions' });
  const run = (work: () => Promise<void>) => {
    const done = work();
    // It is awaited below, unless the transaction fails with it.
    done.catch(() => {});
    return { done };
  };
  const write = async (work: () => Promise<void>) => (await writeTransaction(db, () => run(work))).done;
  return {
    getSessionAndUser: (sessionId) => sqlite.getSessionAndUser(sessionId),
    getUserSessions: (userId) => sqlite.getUserSessions(userId),
    setSession: (session) => write(() => sqlite.setSession(session)),
    updateSessionExpiration: (sessionId, expiresAt) =>
      unlessUnwritable(
        () => writeNow(db, () => run(() => sqlite.updateSessionExpiration(sessionId, expiresAt))).done,
      ),
    deleteSession: (sessionId) => write(() => sqlite.deleteSession(sessionId)),
    deleteUserSessions: (userId) => write(() => sqlite.deleteUserSessions(userId)),
    deleteExpiredSessions: () => write(() => sqlite.deleteExpiredSessions()),
  };
}

/** Leaves out a write while nothing can be written: pages are read all the same, and the next use writes it. */
async function unlessUnwritable(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
  }
}
