import { BetterSqlite3Adapter } from '@lucia-auth/adapter-sqlite';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { writeNow, writeTransaction } from '../../../../db/client.ts';
import { isStorageFailure } from '../../../../db/group-commit.ts';
import { hours, minutes, seconds } from '../../../shared/durations.ts';
import type { OpenSession, Role } from '../../../shared/people/staff.ts';
import { aboutPerson, recordAudit } from '../../audit/record-audit.ts';
import { DomainError } from '../../basics/errors.ts';
import { hashToken } from '../../basics/random.ts';
import { isHttps } from '../../config/https.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { ownCookie } from '../../context/own-cookie.ts';
import { isoTime } from '../../time/iso-time.ts';
import { requirePerson } from '../directory/people-repository.ts';
import { deleteSession, endSessions, findSession, listSessionsOf } from './credentials-repository.ts';

/* The only module that knows Lucia (docs/decisions/002-lucia.md). */

const idleHours = 8;
const idleMs = hours(idleHours);
const longestMs = hours(24);

/** A session in use is renewed at most this often, so that few calls write. */
const renewMs = minutes(1);

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<Record<never, never>, UserAttributes>;
    DatabaseSessionAttributes: { created_at: number; device: string | null };
    DatabaseUserAttributes: UserAttributes;
  }
}
type UserAttributes = { username: string; role: Role };

/** @returns when a session that is used now expires, in seconds since 1970 */
export const expiryAt = (now: number) => Math.floor((now + idleMs) / seconds(1));

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(context: Pick<Context, 'db' | 'clock' | 'config' | 'random'>) {
  const { db, clock, config, random } = context;
  const { name, attributes } = ownCookie('session', isHttps(config));
  const adapter = adapterFor({ db, clock });
  const lucia = new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(idleHours, 'h'),
    // The server decides how long a session lasts: use of it cannot prolong a cookie's date.
    sessionCookie: { name, attributes, expires: false },
    getUserAttributes: (user) => user,
  });

  return {
    cookieName: name,
    /** Starts a session in place of the browser's previous one. @returns the Set-Cookie header with its token */
    async start(userId: string, device: string | null, previous: string | null = null): Promise<string> {
      const token = random.newToken();
      if (previous !== null) await lucia.invalidateSession(previous);
      await lucia.createSession(userId, { created_at: clock.now(), device }, { sessionId: hashToken(token) });
      const cookie = lucia.createSessionCookie(token);
      // Lucia's default is 400 days.
      cookie.attributes.maxAge = longestMs / seconds(1);
      return cookie.serialize();
    },
    async find(token: string, isUse = true): Promise<{ user: SignedIn; sessionId: string } | null> {
      const sessionId = hashToken(token);
      if (!isUse) {
        const found = findOpen({ db, clock }, sessionId);
        return found && { user: found.user, sessionId };
      }
      const { session, user } = await lucia.validateSession(sessionId);
      if (!session) return null;
      // Lucia itself renews only in the second half: a session could end after four idle hours.
      const renewed = new Date(Date.now() + idleMs);
      if (renewed.getTime() - session.expiresAt.getTime() > renewMs) {
        await adapter.updateSessionExpiration(sessionId, renewed);
      }
      return { user, sessionId };
    },
    isOpen: (sessionId: string) => findOpen({ db, clock }, sessionId) !== null,
    /** Ends one session. @returns the Set-Cookie header that removes the cookie */
    async end(sessionId: string): Promise<string> {
      await lucia.invalidateSession(sessionId);
      return lucia.createBlankSessionCookie().serialize();
    },
  };
}

type Store = Pick<Context, 'db' | 'clock'>;

function findOpen({ db, clock }: Store, id: string) {
  const found = findSession(db).get({ id });
  const now = clock.now();
  const isOpen = found?.isActive && seconds(found.expiresAt) > now && now - found.createdAt <= longestMs;
  return isOpen ? found : null;
}

function adapterFor({ db, clock }: Store): Adapter {
  const sqlite = new BetterSqlite3Adapter(db.$client, { user: 'users', session: 'sessions' });
  // Lucia goes by the machine's clock; sessions are stored by the service's.
  const byMachine = (time: number) => new Date(time - clock.now() + Date.now());
  const byService = (date: Date) => new Date(date.getTime() - Date.now() + clock.now());
  // The adapter's statement has run when the call returns its promise.
  const run = (work: () => Promise<void>) => {
    const done = work();
    // It is awaited below, unless the transaction fails with it.
    done.catch(() => {});
    return { done };
  };
  const write = async (work: () => Promise<void>) => (await writeTransaction(db, () => run(work))).done;
  return {
    async getSessionAndUser(id) {
      const found = findOpen({ db, clock }, id);
      if (!found) return [null, null];
      const { expiresAt, createdAt, device, user } = found;
      const { id: userId, ...attributes } = user;
      const session = {
        expiresAt: byMachine(seconds(expiresAt)),
        attributes: { created_at: createdAt, device },
      };
      return [
        { id, userId, ...session },
        { id: userId, attributes },
      ];
    },
    getUserSessions: (userId) => sqlite.getUserSessions(userId),
    setSession: (session) =>
      write(() => sqlite.setSession({ ...session, expiresAt: byService(session.expiresAt) })),
    async updateSessionExpiration(id, expiresAt) {
      try {
        await writeNow(db, () => run(() => sqlite.updateSessionExpiration(id, byService(expiresAt)))).done;
      } catch (error) {
        // While nothing can be written pages are still read, and the next use renews it.
        if (!isStorageFailure(error)) throw error;
      }
    },
    deleteSession: (id) => write(() => sqlite.deleteSession(id)),
    deleteUserSessions: (userId) => write(() => sqlite.deleteUserSessions(userId)),
    deleteExpiredSessions: () => write(() => sqlite.deleteExpiredSessions()),
  };
}

export function listSessions({ db, clock }: Store, userId: string, currentSessionId: string): OpenSession[] {
  const now = clock.now();
  const open = { userId, second: Math.floor(now / seconds(1)), oldest: now - longestMs };
  return listSessionsOf(db)
    .all(open)
    .map(({ id, device, createdAt, expiresAt }) => ({
      id,
      device,
      startedAt: isoTime(createdAt),
      lastUsedAt: isoTime(Math.max(seconds(expiresAt) - idleMs, createdAt)),
      isCurrent: id === currentSessionId,
    }));
}

export async function endSession({ db, clock }: Store, actor: SignedIn, userId: string, id: string) {
  await writeTransaction(db, (tx) => {
    const subject = aboutPerson(requirePerson({ db: tx }, userId));
    if (deleteSession(tx).run({ id, userId }).changes === 0) {
      throw new DomainError('session_not_found', 'This session has ended already.');
    }
    recordAudit(tx, { actor, at: clock.now(), action: 'session_ended', subject });
  });
}

export async function endOtherSessions({ db, clock }: Store, user: SignedIn, keepSessionId: string) {
  await writeTransaction(db, (tx) => {
    endSessions(tx, user.id, keepSessionId);
    const subject = aboutPerson(user);
    const details = { sessions: 'all others' };
    recordAudit(tx, { actor: user, at: clock.now(), action: 'session_ended', subject, details });
  });
}
