import { type Queryable, writeTransaction } from '../../../../db/client.ts';
import type { OpenSession, Person } from '../../../shared/staff.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { DomainError } from '../../errors.ts';
import { assignOrders } from '../../orders/assign-orders.ts';
import { isoTime } from '../../orders/present-order.ts';
import { hashPassword, refuseCommonPassword } from '../credentials/passwords.ts';
import type { Sessions } from '../credentials/sessions.ts';
import {
  countActiveAdmins,
  findUser,
  listOpenOrderIds,
  listPeople as listRows,
  setActive,
  setEmail,
  setPasswordHash,
  type UserRow,
} from '../directory/people-repository.ts';
import { refuseTakenEmail } from './create-user.ts';

/** What the admin does with the accounts of others. */
export interface Staff {
  context: Context;
  sessions: Sessions;
}

/** How much of a session's id names it. The id itself is a hash, and opens nothing either. */
const namedBy = 16;

/** @returns everybody who has an account */
export async function listPeople({ context, sessions }: Staff): Promise<Person[]> {
  const people = listRows(context.db);
  return Promise.all(
    people.map(async ({ id, username, role, isActive, email, totpEnabledAt, createdAt, openOrders }) => ({
      id,
      username,
      role,
      isActive,
      email,
      hasTwoFactor: totpEnabledAt !== null,
      createdAt: isoTime(createdAt),
      openOrders,
      sessions: (await sessions.list(id)).length,
    })),
  );
}

/**
 * Closes or opens an account. Whoever is closed out is signed out at once; their open orders go to somebody
 * else, or wait for a reader: none stays with somebody who cannot write it.
 *
 * @param change.moveOrdersTo a reader's id; nobody when it is null or left out
 * @throws {DomainError} `person_not_found`; `reader_not_found`; `person_conflict` for oneself or the last
 *   admin
 */
export async function setPersonActive(
  staff: Staff,
  user: SignedIn,
  personId: string,
  change: { isActive: boolean; moveOrdersTo?: string | null | undefined },
): Promise<void> {
  const { context, sessions } = staff;
  const person = requirePerson(context, personId);
  if (!change.isActive && person.id === user.id) {
    throw new DomainError('person_conflict', 'You cannot close your own account.');
  }
  if (!change.isActive && person.role === 'admin' && person.isActive && countActiveAdmins(context.db) === 1) {
    throw new DomainError(
      'person_conflict',
      'This is the last admin: nobody could run the business any more.',
    );
  }
  if (!change.isActive) {
    assignOrders(context, user, listOpenOrderIds(context.db, personId), change.moveOrdersTo ?? null);
  }
  setActive(context.db, personId, change.isActive);
  if (!change.isActive) await sessions.endAll(personId);
  context.log.info({ personId, isActive: change.isActive, userId: user.id }, 'an account was changed');
}

/**
 * Sets a new password for somebody who has forgotten theirs, and signs them out everywhere.
 *
 * @throws {DomainError} `person_not_found`; `person_conflict` for oneself; `invalid_request` for a common
 *   password
 */
export async function setPersonPassword(
  { context, sessions }: Staff,
  user: SignedIn,
  personId: string,
  newPassword: string,
): Promise<void> {
  const person = requirePerson(context, personId);
  if (person.id === user.id) {
    throw new DomainError('person_conflict', 'Change your own password where the current one is asked for.');
  }
  await replacePassword(context.db, sessions, personId, newPassword);
  context.log.info({ personId, userId: user.id }, 'a password was set');
}

/**
 * Sets a new password without asking for the old one, and ends all sessions.
 *
 * @throws {DomainError} `invalid_request` for a common password
 */
export async function replacePassword(
  db: Queryable,
  sessions: Sessions,
  personId: string,
  newPassword: string,
): Promise<void> {
  refuseCommonPassword(newPassword);
  setPasswordHash(db, personId, await hashPassword(newPassword));
  await sessions.endAll(personId);
}

/**
 * Sets or removes the mail address of somebody.
 *
 * @throws {DomainError} `person_not_found`; `person_conflict` for oneself; `account_conflict` when another
 *   account has it
 */
export function setPersonEmail(
  { context }: Staff,
  user: SignedIn,
  personId: string,
  email: string | null,
): void {
  const person = requirePerson(context, personId);
  if (person.id === user.id) {
    throw new DomainError(
      'person_conflict',
      'Change your own address in your account, where the password is asked for.',
    );
  }
  writeTransaction(context.db, (tx) => {
    if (email !== null) refuseTakenEmail(tx, email, personId);
    setEmail(tx, personId, email);
  });
  context.log.info({ personId, userId: user.id }, 'a mail address was changed');
}

/**
 * @param currentSessionId the session that asks
 * @returns where somebody is signed in
 * @throws {DomainError} `person_not_found`
 */
export async function listSessions(
  { context, sessions }: Staff,
  personId: string,
  currentSessionId: string,
): Promise<OpenSession[]> {
  requirePerson(context, personId);
  const open = await sessions.list(personId);
  return open.map(({ sessionId, device, startedAt, lastUsedAt }) => ({
    id: sessionId.slice(0, namedBy),
    device,
    startedAt: isoTime(startedAt),
    lastUsedAt: isoTime(Math.max(lastUsedAt, startedAt)),
    isCurrent: sessionId === currentSessionId,
  }));
}

/**
 * Signs somebody out of one browser.
 *
 * @throws {DomainError} `person_not_found`, `session_not_found`
 */
export async function endSession(
  { context, sessions }: Staff,
  personId: string,
  sessionName: string,
): Promise<void> {
  requirePerson(context, personId);
  const open = await sessions.list(personId);
  const found = open.find(({ sessionId }) => sessionId.slice(0, namedBy) === sessionName);
  if (!found) throw new DomainError('session_not_found', 'This session has ended already.');
  await sessions.end(found.sessionId);
}

/**
 * @returns an account as it is stored
 * @throws {DomainError} `person_not_found`
 */
export function requirePerson(context: { db: Queryable }, id: string): UserRow {
  const person = findUser(context.db, id);
  if (!person) throw new DomainError('person_not_found', 'There is no such account.');
  return person;
}
