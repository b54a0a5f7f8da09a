import { BetterSqlite3Adapter } from '@lucia-auth/adapter-sqlite';
import { type Adapter, Lucia } from 'lucia';
import { isStorageFailure, writeNow, writeTransaction } from '../../../db/client.ts';
import { hours, seconds } from '../../shared/durations.ts';
import type { SignedInUser } from '../../shared/people/signed-in-user.ts';
import type { OpenSession } from '../../shared/people/staff.ts';
import { isHttps } from '../base/config/addresses.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { hostCookie } from '../base/host-cookie.ts';
import { hashToken } from '../base/random.ts';
import { aboutPerson, recordAudit } from '../base/record-audit.ts';
import { isoTime } from '../base/time/moments.ts';
import { deleteSession, endSessions, findSession, listSessionsOf } from './credentials-repository.ts';
import { requirePerson } from './people-repository.ts';

/* The only module that knows Lucia (docs/decisions/002-lucia.md). */

const idleMs = hours(8);
const longestMs = hours(24);

/** A session in use is renewed at most this often, so that few calls write; in seconds. */
const renewSeconds = 60;

/** Keeps Lucia from ending or renewing sessions by the machine's clock: `findOpen` and `find` use ours. */
const farAhead = new Date('9999-12-31');

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<{ expires_at: number }, UserAttributes>;
    DatabaseSessionAttributes: { created_at: number; expires_at: number; device: string | null };
    DatabaseUserAttributes: UserAttributes;
  }
}
type UserAttributes = Omit<SignedIn, 'id'>;

/** Returns when a session that is used at `now` (milliseconds) expires, in seconds since 1970. */
export const expiryAt = (now: number) => Math.floor((now + idleMs) / seconds(1));

export type Sessions = ReturnType<typeof createSessions>;

/** Creates the store of staff sessions: a session ends after 8 hours without use and 24 hours in any case. */
export function createSessions(context: Pick<Context, 'db' | 'clock' | 'config' | 'random'>) {
  const { db, clock, config, random } = context;
  const { name, attributes } = hostCookie('session', isHttps(config));
  const adapter = adapterFor({ db, clock });
  const lucia = new Lucia(adapter, {
    // The server decides how long a session lasts: use does not extend a cookie's date.
    sessionCookie: { name, attributes, expires: false },
    getSessionAttributes: ({ expires_at }) => ({ expires_at }),
    getUserAttributes: (user) => user,
  });

  return {
    cookieName: name,
    /** Starts a session in place of the browser's previous one. @returns the Set-Cookie header with its token */
    async start(userId: string, device: string | null, previous: string | null = null): Promise<string> {
      const token = random.newToken();
      if (previous !== null) await lucia.invalidateSession(previous);
      const now = clock.now();
      const session = { created_at: now, expires_at: expiryAt(now), device };
      await lucia.createSession(userId, session, { sessionId: hashToken(token) });
      const cookie = lucia.createSessionCookie(token);
      // Lucia's default is 400 days.
      cookie.attributes.maxAge = longestMs / seconds(1);
      return cookie.serialize();
    },
    async find(token: string, isUse = true): Promise<{ user: SignedIn; sessionId: string } | null> {
      const sessionId = hashToken(token);
      const { session, user } = await lucia.validateSession(sessionId);
      if (!session) return null;
      if (isUse && expiryAt(clock.now()) - session.expires_at > renewSeconds) {
        await adapter.updateSessionExpiration(sessionId, new Date(clock.now() + idleMs));
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

export function presentUser({ username, role, writes, displayName }: SignedIn): SignedInUser {
  return { username, role, writes, displayName };
}

type Store = Pick<Context, 'db' | 'clock'>;

function isOver({ expiresAt, createdAt }: { expiresAt: number; createdAt: number }, now: number): boolean {
  return seconds(expiresAt) <= now || now - createdAt > longestMs;
}

function findOpen({ db, clock }: Store, id: string) {
  const found = findSession(db, id);
  return found?.isActive && !isOver(found.session, clock.now()) ? found : null;
}

function adapterFor({ db, clock }: Store): Adapter {
  const sqlite = new BetterSqlite3Adapter(db.$client, { user: 'users', session: 'sessions' });
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
      const { createdAt: created_at, expiresAt: expires_at, device } = found.session;
      const { id: userId, ...attributes } = found.user;
      return [
        { id, userId, expiresAt: farAhead, attributes: { created_at, expires_at, device } },
        { id: userId, attributes },
      ];
    },
    getUserSessions: (userId) => sqlite.getUserSessions(userId),
    // The attribute `expires_at`, by the service's clock, overrides Lucia's date.
    setSession: (session) => write(() => sqlite.setSession(session)),
    async updateSessionExpiration(id, expiresAt) {
      try {
        await writeNow(db, () => run(() => sqlite.updateSessionExpiration(id, expiresAt))).done;
      } catch (error) {
        // While nothing can be written, pages can still be read, and the next use renews the session.
        if (!isStorageFailure(error)) throw error;
      }
    },
    deleteSession: (id) => write(() => sqlite.deleteSession(id)),
    deleteUserSessions: (userId) => write(() => sqlite.deleteUserSessions(userId)),
    deleteExpiredSessions: () => write(() => sqlite.deleteExpiredSessions()),
  };
}

/** Returns a user's sessions that have not ended, newest first. */
export function listSessions({ db, clock }: Store, userId: string, currentSessionId: string): OpenSession[] {
  return listSessionsOf(db, userId)
    .filter((session) => !isOver(session, clock.now()))
    .map(({ id, device, createdAt, expiresAt }) => ({
      id,
      device,
      startedAt: isoTime(createdAt),
      lastUsedAt: isoTime(Math.max(seconds(expiresAt) - idleMs, createdAt)),
      isCurrent: id === currentSessionId,
    }));
}

/** Ends a person's session, and audits it. @throws {DomainError} `session_not_found` if it has ended */
export async function endSession({ db, clock }: Store, actor: SignedIn, userId: string, id: string) {
  await writeTransaction(db, (tx) => {
    const subject = aboutPerson(requirePerson({ db: tx }, userId));
    const found = findSession(tx, id);
    if (found?.user.id !== userId || isOver(found.session, clock.now())) {
      throw new DomainError('session_not_found', 'This session has already ended.');
    }
    deleteSession(tx, userId, id);
    recordAudit(tx, { actor, at: clock.now(), action: 'session_ended', subject });
  });
}

/** Ends the user's sessions but one, and audits it, even if there are no others. */
export async function endOtherSessions({ db, clock }: Store, user: SignedIn, keepSessionId: string) {
  await writeTransaction(db, (tx) => {
    endSessions(tx, user.id, keepSessionId);
    const subject = aboutPerson(user);
    const details = { sessions: 'all others' };
    recordAudit(tx, { actor: user, at: clock.now(), action: 'session_ended', subject, details });
  });
}
