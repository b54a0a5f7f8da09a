import { BetterSqlite3Adapter } from '@lucia-auth/adapter-sqlite';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { type Database, writeNow, writeTransaction } from '../../../../db/client.ts';
import { isStorageFailure } from '../../../../db/group-commit.ts';
import { hours, minutes, seconds } from '../../../shared/durations.ts';
import type { Role } from '../../../shared/people/staff.ts';
import { hashToken, type Random, systemRandom } from '../../basics/random.ts';
import type { Clock } from '../../context/clock.ts';
import type { Context } from '../../context/context.ts';
import { ownCookie } from '../../context/own-cookie.ts';
import { type FoundSession, findSession, listSessionsOf, shortenSessions } from './sessions-repository.ts';

/* The only module that knows Lucia (docs/decisions/002-lucia.md). */

const idleHours = 8;

/** A session in use is renewed at most this often, so that few calls write; in milliseconds. */
const renewEvery = minutes(1);
const absoluteMilliseconds = hours(24);

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<{ createdAt: number; device: string | null }, UserAttributes>;
    /** By the names of the columns. */
    DatabaseSessionAttributes: { created_at: number; device: string | null };
    DatabaseUserAttributes: UserAttributes;
  }
}
type UserAttributes = { username: string; role: Role };

export type Sessions = ReturnType<typeof createSessions>;

/** What it takes to change an account. */
export interface Accounts {
  context: Context;
  sessions: Sessions;
}

/** @param isSecure whether customers reach the site over https: the cookie is bound to it then */
export function createSessions(db: Database, clock: Clock, isSecure: boolean, random: Random = systemRandom) {
  const cookie = ownCookie('session', isSecure);
  const idleLimit = new TimeSpan(idleHours, 'h');
  let ended = () => {};

  const isOver = ({ isActive, createdAt, expiresAt }: FoundSession) =>
    !isActive || seconds(expiresAt) <= Date.now() || clock.now() - createdAt > absoluteMilliseconds;

  const adapter = adapterFor(db, isOver);
  const lucia = new Lucia(adapter, {
    sessionExpiresIn: idleLimit,
    // The server decides how long a session lasts: use of it cannot prolong a cookie's date.
    sessionCookie: { ...cookie, expires: false },
    getSessionAttributes: ({ created_at, device }) => ({ createdAt: created_at, device }),
    getUserAttributes: (attributes) => attributes,
  });

  return {
    cookieName: cookie.name,
    /** Starts a session. @returns the Set-Cookie header with its token */
    async start(userId: string, device: string | null): Promise<string> {
      const token = random.newToken();
      const attributes = { created_at: clock.now(), device };
      await lucia.createSession(userId, attributes, { sessionId: hashToken(token) });
      const sent = lucia.createSessionCookie(token);
      // Lucia's default is 400 days.
      sent.attributes.maxAge = absoluteMilliseconds / seconds(1);
      return sent.serialize();
    },
    async find(token: string, isUse = true) {
      const sessionId = hashToken(token);
      if (!isUse) {
        const found = findSession(db, sessionId);
        if (!found || isOver(found)) return null;
        return { user: { id: found.userId, username: found.username, role: found.role }, sessionId };
      }
      const { session, user } = await lucia.validateSession(sessionId);
      if (!session || !user) return null;
      // Lucia itself renews only in the second half: a session could end after four idle hours.
      const renewed = new Date(Date.now() + idleLimit.milliseconds());
      if (renewed.getTime() - session.expiresAt.getTime() > renewEvery) {
        await adapter.updateSessionExpiration(sessionId, renewed);
      }
      return { user, sessionId };
    },
    isOpen(sessionId: string): boolean {
      const found = findSession(db, sessionId);
      return found !== undefined && !isOver(found);
    },
    /** Ends one session. @returns the Set-Cookie header that removes the cookie */
    async end(sessionId: string): Promise<string> {
      await lucia.invalidateSession(sessionId);
      ended();
      return lucia.createBlankSessionCookie().serialize();
    },
    async endOthers(userId: string, keepSessionId: string): Promise<void> {
      for (const { id } of listSessionsOf(db).all({ userId })) {
        if (id !== keepSessionId) await lucia.invalidateSession(id);
      }
      ended();
    },
    async endAll(userId: string): Promise<void> {
      await lucia.invalidateUserSessions(userId);
      ended();
    },
    /**
     * @returns the sessions of a user that have not expired, the newest first; times in milliseconds since 1970, the
     *   last use right to the minute
     */
    async list(userId: string) {
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
    /** Lets no session last longer than one that begins now. */
    shorten: () =>
      writeTransaction(db, (tx) =>
        shortenSessions(tx).run({
          createdAt: clock.now(),
          expiresAt: Math.floor((Date.now() + idleLimit.milliseconds()) / seconds(1)),
        }),
      ),
    /** @param work is called whenever sessions were ended */
    onEnd(work: () => void) {
      ended = work;
    },
  };
}

/**
 * Lucia's adapter for better-sqlite3, with one query for a session and its user, and the writes in our transactions.
 *
 * @param isOver names the sessions that are deleted when they are used
 */
function adapterFor(db: Database, isOver: (session: FoundSession) => boolean): Adapter {
  const sqlite = new BetterSqlite3Adapter(db.$client, { user: 'users', session: 'sessions' });
  // A write has run when the call returns its promise.
  const run = (work: () => Promise<void>) => {
    const done = work();
    // It is awaited below, unless the transaction fails with it.
    done.catch(() => {});
    return { done };
  };
  const write = async (work: () => Promise<void>) => (await writeTransaction(db, () => run(work))).done;
  return {
    async getSessionAndUser(id) {
      const found = findSession(db, id);
      if (!found) return [null, null];
      const { userId, expiresAt, createdAt, device, username, role } = found;
      const attributes = { created_at: createdAt, device };
      if (isOver(found)) {
        await unlessUnwritable(() => write(() => sqlite.deleteSession(id)));
        return [null, null];
      }
      return [
        { id, userId, expiresAt: new Date(seconds(expiresAt)), attributes },
        { id: userId, attributes: { username, role } },
      ];
    },
    getUserSessions: (userId) => sqlite.getUserSessions(userId),
    setSession: (session) => write(() => sqlite.setSession(session)),
    // While nothing can be written pages are read all the same, and the next use renews it.
    async updateSessionExpiration(id, expiresAt) {
      await unlessUnwritable(
        () => writeNow(db, () => run(() => sqlite.updateSessionExpiration(id, expiresAt))).done,
      );
    },
    deleteSession: (id) => write(() => sqlite.deleteSession(id)),
    deleteUserSessions: (userId) => write(() => sqlite.deleteUserSessions(userId)),
    deleteExpiredSessions: () => write(() => sqlite.deleteExpiredSessions()),
  };
}

/** @returns undefined when nothing can be written */
async function unlessUnwritable<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    return undefined;
  }
}
