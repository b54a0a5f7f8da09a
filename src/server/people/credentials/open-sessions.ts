import { writeTransaction } from '../../../../db/client.ts';
import type { OpenSession } from '../../../shared/people/staff.ts';
import { aboutPerson, recordAudit } from '../../audit/record-audit.ts';
import { DomainError } from '../../basics/errors.ts';
import type { SignedIn } from '../../context/context.ts';
import { isoTime } from '../../time/iso-time.ts';
import { requirePerson } from '../directory/find-person.ts';
import type { Accounts } from './sessions.ts';
import { deleteSession, listSessionsOf } from './sessions-repository.ts';

/** A session is named by so many characters of its id, which is a hash and opens nothing. */
const nameCharacters = 16;

export async function listSessions(
  { context, sessions }: Accounts,
  personId: string,
  currentSessionId: string,
): Promise<OpenSession[]> {
  requirePerson(context, personId);
  const open = await sessions.list(personId);
  return open.map(({ sessionId, device, startedAt, lastUsedAt }) => ({
    id: sessionId.slice(0, nameCharacters),
    device,
    startedAt: isoTime(startedAt),
    lastUsedAt: isoTime(Math.max(lastUsedAt, startedAt)),
    isCurrent: sessionId === currentSessionId,
  }));
}

export async function endSession(
  { context, sessions }: Accounts,
  user: SignedIn,
  personId: string,
  sessionName: string,
): Promise<void> {
  const person = requirePerson(context, personId);
  const open = await sessions.list(personId);
  const found = open.find(({ sessionId }) => sessionId.slice(0, nameCharacters) === sessionName);
  if (!found) throw new DomainError('session_not_found', 'This session has ended already.');
  await writeTransaction(context.db, (tx) => {
    deleteSession(tx).run({ id: found.sessionId });
    const subject = aboutPerson(person);
    recordAudit(tx, { actor: user, at: context.clock.now(), action: 'session_ended', subject });
  });
  // The row is deleted: this ends the session's live connections.
  await sessions.end(found.sessionId);
}

export async function endOtherSessions(
  { context, sessions }: Accounts,
  user: SignedIn,
  keepSessionId: string,
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    for (const { id } of listSessionsOf(tx).all({ userId: user.id })) {
      if (id !== keepSessionId) deleteSession(tx).run({ id });
    }
    const subject = aboutPerson(user);
    const details = { sessions: 'all others' };
    recordAudit(tx, { actor: user, at: context.clock.now(), action: 'session_ended', subject, details });
  });
  await sessions.endOthers(user.id, keepSessionId);
}
