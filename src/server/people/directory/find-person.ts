import type { Queryable } from '../../../../db/client.ts';
import { DomainError } from '../../basics/errors.ts';
import { countActiveAdmins, findUser, findUserByEmail, type UserRow } from './people-repository.ts';

export function requirePerson(context: { db: Queryable }, id: string): UserRow {
  const person = findUser(context.db, id);
  if (!person) throw new DomainError('person_not_found', 'There is no such account.');
  return person;
}

/** @throws {DomainError} `account_conflict`, unless it is the address of `userId` */
export function refuseTakenEmail(db: Queryable, email: string, userId?: string): void {
  const owner = findUserByEmail(db, email);
  if (owner && owner.id !== userId) {
    throw new DomainError('account_conflict', 'Another account has this email address already.');
  }
}

/** @throws {DomainError} `person_conflict` for the last admin with an open account */
export function refuseLastAdmin(db: Queryable, { role, isActive }: UserRow): void {
  if (role === 'admin' && isActive && countActiveAdmins(db) === 1) {
    throw new DomainError('person_conflict', 'This is the last admin, and the business needs one.');
  }
}
