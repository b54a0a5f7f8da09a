import { writeNow, writeTransaction } from '../../../../db/client.ts';
import { isStorageFailure } from '../../../../db/group-commit.ts';
import { hours, minutes, seconds } from '../../../shared/durations.ts';
import type { OpenSession } from '../../../shared/people/staff.ts';
import { aboutPerson, recordAudit } from '../../audit/record-audit.ts';
import { DomainError } from '../../basics/errors.ts';
import { hashToken } from '../../basics/random.ts';
import { isHttps } from '../../config/https.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { ownCookie } from '../../context/own-cookie.ts';
import { isoTime } from '../../time/iso-time.ts';
import { requirePerson } from '../directory/find-person.ts';
import {
  deleteSession,
  endSessions,
  findSession,
  insertSession,
  listSessionsOf,
  renewSession,
} from './sessions-repository.ts';

const idleMs = hours(8);
const longestMs = hours(24);

/** A session in use is renewed at most this often, so that few calls write. */
const renewMs = minutes(1);

/** A session is named by so many characters of its id, which is a hash and opens nothing. */
const nameCharacters = 16;

/** @returns when a session that is used now expires, in seconds since 1970 */
export const expiryAt = (now: number) => Math.floor((now + idleMs) / seconds(1));

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions({
  db,
  clock,
  config,
  random,
}: Pick<Context, 'db' | 'clock' | 'config' | 'random'>) {
  const cookie = ownCookie('session', isHttps(config));

  function findOpen(id: string) {
    const found = findSession(db).get({ id });
    const now = clock.now();
    const isOpen = found?.isActive && seconds(found.expiresAt) > now && now - found.createdAt <= longestMs;
    return isOpen ? found : null;
  }

  return {
    cookieName: cookie.name,
    /** Starts a session in place of the browser's previous one. @returns the Set-Cookie header with its token */
    async start(userId: string, device: string | null, previous: string | null = null): Promise<string> {
      const token = random.newToken();
      const createdAt = clock.now();
      const session = { id: hashToken(token), userId, device, createdAt, expiresAt: expiryAt(createdAt) };
      await writeTransaction(db, (tx) => {
        if (previous !== null) deleteSession(tx).run({ id: previous });
        insertSession(tx).run(session);
      });
      return cookie.header(token, longestMs / seconds(1));
    },
    /** @param isUse whether this keeps the session alive */
    find(token: string, isUse = true) {
      const id = hashToken(token);
      const found = findOpen(id);
      if (!found) return null;
      const expiresAt = expiryAt(clock.now());
      if (isUse && seconds(expiresAt - found.expiresAt) > renewMs) {
        try {
          writeNow(db, (tx) => renewSession(tx).run({ id, expiresAt }));
        } catch (error) {
          // While nothing can be written pages are still read, and the next use renews it.
          if (!isStorageFailure(error)) throw error;
        }
      }
      return { user: found.user, sessionId: id };
    },
    isOpen: (sessionId: string) => findOpen(sessionId) !== null,
    /** Ends one session. @returns the Set-Cookie header that removes the cookie */
    async end(id: string): Promise<string> {
      await writeTransaction(db, (tx) => deleteSession(tx).run({ id }));
      return cookie.header('', 0);
    },
  };
}

export function listOpenSessions({ db, clock }: Context, userId: string) {
  const now = clock.now();
  return listSessionsOf(db).all({
    userId,
    second: Math.floor(now / seconds(1)),
    oldest: now - longestMs,
  });
}

/** @returns the sessions of a person, the newest first, their last use right to the minute */
export function listSessions(context: Context, personId: string, currentSessionId: string): OpenSession[] {
  requirePerson(context, personId);
  return listOpenSessions(context, personId).map(({ id, device, createdAt, expiresAt }) => ({
    id: id.slice(0, nameCharacters),
    device,
    startedAt: isoTime(createdAt),
    lastUsedAt: isoTime(Math.max(seconds(expiresAt) - idleMs, createdAt)),
    isCurrent: id === currentSessionId,
  }));
}

export async function endSession(
  context: Context,
  user: SignedIn,
  personId: string,
  sessionName: string,
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const person = requirePerson({ db: tx }, personId);
    const open = listOpenSessions(context, personId);
    const found = open.find(({ id }) => id.slice(0, nameCharacters) === sessionName);
    if (!found) throw new DomainError('session_not_found', 'This session has ended already.');
    deleteSession(tx).run({ id: found.id });
    const subject = aboutPerson(person);
    recordAudit(tx, { actor: user, at: context.clock.now(), action: 'session_ended', subject });
  });
}

export async function endOtherSessions(
  { db, clock }: Context,
  user: SignedIn,
  keepSessionId: string,
): Promise<void> {
  await writeTransaction(db, (tx) => {
    endSessions(tx, user.id, keepSessionId);
    const subject = aboutPerson(user);
    const details = { sessions: 'all others' };
    recordAudit(tx, { actor: user, at: clock.now(), action: 'session_ended', subject, details });
  });
}
