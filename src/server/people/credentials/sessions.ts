import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia';
import { type Database, type Transaction, writeNow, writeTransaction } from '../../../../db/client.ts';
import { isStorageFailure } from '../../../../db/storage-failure.ts';
import { hours, minutes, seconds } from '../../../shared/durations.ts';
import { hashToken, type Random, systemRandom } from '../../basics/random.ts';
import type { Clock } from '../../context/clock.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { ownCookie } from '../../context/own-cookie.ts';
import type { SessionFinder } from '../../context/session-finder.ts';
import {
  deleteSession,
  deleteSessionsExpired,
  deleteSessionsOf,
  findSession,
  insertSession,
  listSessionsOf,
  type SessionRow,
  setExpiry,
  shortenSessions,
} from './sessions-repository.ts';

/* The only module that knows Lucia (docs/decisions/002-lucia.md). */

const idleHours = 8;

/** A session in use is renewed at most this often, so that not every call writes; in milliseconds. */
const renewEvery = minutes(1);
const absoluteMilliseconds = hours(24);

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<
      { createdAt: number; device: string | null },
      { username: string; role: SignedIn['role']; isActive: boolean }
    >;
    DatabaseSessionAttributes: { createdAt: number; device: string | null };
    DatabaseUserAttributes: { username: string; role: SignedIn['role']; isActive: boolean };
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
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
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
      const attributes = { createdAt: clock.now(), device };
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
        if (findSession(db, sessionId)) writeInPassing(db, (tx) => deleteSession(tx, sessionId));
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
          expiresAt: inSeconds(new Date(Date.now() + idleLimit.milliseconds())),
        }),
      ),
    onEnd(work) {
      ended = work;
    },
  };
}

/** What Lucia asks of a database; its times are dates, ours are seconds since 1970. */
function adapterFor(db: Database): Adapter {
  return {
    async getSessionAndUser(sessionId) {
      const found = findSession(db, sessionId);
      if (!found) return [null, null];
      const { userId: id, username, role, isActive } = found;
      return [luciaSession(found), { id, attributes: { username, role, isActive } }];
    },
    getUserSessions: async (userId) => listSessionsOf(db, userId).map(luciaSession),
    setSession: async ({ id, userId, expiresAt, attributes }) =>
      writeTransaction(db, (tx) =>
        insertSession(tx, { id, userId, expiresAt: inSeconds(expiresAt), ...attributes }),
      ),
    updateSessionExpiration: async (sessionId, expiresAt) =>
      writeInPassing(db, (tx) => setExpiry(tx, sessionId, inSeconds(expiresAt))),
    deleteSession: (sessionId) => writeTransaction(db, (tx) => deleteSession(tx, sessionId)),
    deleteUserSessions: (userId) => writeTransaction(db, (tx) => deleteSessionsOf(tx, userId)),
    deleteExpiredSessions: () =>
      writeTransaction(db, (tx) => deleteSessionsExpired(tx, inSeconds(new Date()))),
  };
}

/** Reading goes on where nothing can be written: the next use of the session does it. */
function writeInPassing(db: Database, work: (tx: Transaction) => void): void {
  try {
    writeNow(db, work);
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
  }
}

function luciaSession({ id, userId, expiresAt, createdAt, device }: SessionRow): DatabaseSession {
  return { id, userId, expiresAt: new Date(seconds(expiresAt)), attributes: { createdAt, device } };
}

function inSeconds(date: Date): number {
  return Math.floor(date.getTime() / seconds(1));
}
