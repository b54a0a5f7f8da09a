import { type Transaction, writeTransaction } from '../../../db/client.ts';
import { counted, plural } from '../../shared/counted-text.ts';
import type { AuditAction, AuditDetails } from '../../shared/ops/audit-log.ts';
import type { AccountChange } from '../../shared/people/account-schema.ts';
import { type DaysAway, tidyDaysAway } from '../../shared/people/days-away.ts';
import { nameOf, type Role } from '../../shared/people/signed-in-user.ts';
import type { ActiveChange } from '../../shared/people/staff.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { aboutPerson, periodsInWords, recordAudit, whatChanged } from '../base/record-audit.ts';
import type { RenderedPicture } from '../base/render-picture.ts';
import { businessDay } from '../base/time/business-days.ts';
import { assignToFreeReader, assignWaitingOrders, reassignOrders } from '../orders/assign-orders.ts';
import { listOpenOrderIds } from '../orders/assignment-repository.ts';
import { listShownOrders } from '../orders/order-repository.ts';
import { deleteResetsOf, endSessions } from '../people/credentials-repository.ts';
import {
  deletePortrait,
  listActive,
  refuseLastAdmin,
  refuseTakenEmail,
  requirePerson,
  setAlt,
  storePortrait,
  type UserRow,
  updateUser,
} from '../people/people-repository.ts';
import { countOrdersToWrite } from '../shop/offer-repository.ts';

/**
 * Changes an account, the user's own too, and audits it; a new role ends its sessions.
 * Orders that wait, or whose reader no longer writes, go to free readers. @throws {DomainError}
 */
export async function changeAccount(
  context: Context,
  user: SignedIn,
  personId: string,
  account: AccountChange,
  drawn?: RenderedPicture,
): Promise<void> {
  const today = businessDay(context);
  const at = context.clock.now();
  await writeTransaction(context.db, (tx) => {
    const before = requirePerson({ db: tx }, personId);
    const record = (action: AuditAction, details: AuditDetails) =>
      recordAudit(tx, { actor: user, at, action, subject: aboutPerson(before), details });
    const { daysAwayBefore: _, portrait, ordersMayWait = false, ...changes } = account;
    const { role = before.role, email = before.email, daysAway, mutedNotices } = changes;
    const writes = role === 'reader' || (account.writes ?? (before.role === 'admin' && before.writes));
    refuseUnfit(before, account, writes, today);
    const handedOver = before.writes && !writes ? leaveWriting(tx, before, role, ordersMayWait) : [];
    if (role !== before.role) {
      refuseLastAdmin(tx, before);
      // The new role has another desk.
      endSessions(tx, personId);
    }
    const duties = whatChanged({ role: before.role, writes: before.writes }, { role, writes });
    if (Object.keys(duties).length > 0) record('role_changed', duties);
    if (email !== before.email) {
      if (email !== null) refuseTakenEmail(tx, email, personId);
      // Reset links in the old mailbox stop working.
      deleteResetsOf(tx, personId);
      record('email_changed', { email: email === null ? 'removed' : 'new' });
    }
    updateUser(tx, personId, {
      ...changes,
      writes,
      ...(daysAway && { daysAway: tidyDaysAway(daysAway, today) }),
      ...(mutedNotices && { mutedNotices: [...new Set(mutedNotices)] }),
    });
    for (const order of handedOver) assignToFreeReader(context, tx, order);
    const after = requirePerson({ db: tx }, personId);
    const availability = whatChanged(availabilityOf(before), availabilityOf(after));
    if (Object.keys(availability).length > 0) record('availability_changed', availability);
    const isProfileChanged = (['displayName', 'readingSince', 'signature', 'about'] as const).some(
      (name) => before[name] !== after[name],
    );
    if (isProfileChanged) record('profile_changed', {});
    const picture = changePortrait(tx, { userId: personId, updatedAt: at }, portrait, drawn);
    if (picture !== null) record('portrait_changed', { picture });
  });
  await assignWaitingOrders(context);
  context.signals.invalidatePublicPages();
  context.log.info({ personId, userId: user.id }, 'an account was changed');
}

/** Returns the open orders of a person who stops writing. @throws `person_conflict`, `last_writer_conflict` */
function leaveWriting(tx: Transaction, person: UserRow, role: Role, ordersMayWait: boolean) {
  const open = listShownOrders(tx, listOpenOrderIds(tx, person.id));
  if (role !== person.role && open.length > 0) {
    throw new DomainError(
      'person_conflict',
      `${nameOf(person)} has ${counted(open.length, 'open order')}. Give them to another reader first.`,
    );
  }
  const others = listActive(tx, 'reader').filter(({ id }) => id !== person.id);
  const waiting = countOrdersToWrite(tx);
  if (others.length === 0 && waiting > 0 && !ordersMayWait) {
    throw new DomainError(
      'last_writer_conflict',
      `No one else writes readings, so ${counted(waiting, 'order')} would have no reader. Nothing was saved. Confirm that ${plural(waiting, 'it', 'they')} may wait, or add a reader first.`,
    );
  }
  return open;
}

function refuseUnfit(person: UserRow, account: AccountChange, writes: boolean, today: string): void {
  const { daysAway, daysAwayBefore, portrait, ...fields } = account;
  const { maxOpenOrders, readingsPerDay, readingSince, signature, about } = fields;
  const ofReaders = [maxOpenOrders, readingsPerDay, readingSince, signature, about, daysAway];
  if (writes && account.writes === false) throw new DomainError('person_conflict', 'A reader always writes.');
  // A former reader's picture can still be removed.
  if (!writes && (portrait || ofReaders.some((value) => value !== undefined))) {
    throw new DomainError(
      'person_conflict',
      'Only people who write readings get orders and have a profile for customers.',
    );
  }
  if (daysAwayBefore) {
    const now = periodsInWords(tidyDaysAway(person.daysAway, today));
    if (now !== periodsInWords(tidyDaysAway(daysAwayBefore, today))) {
      throw new DomainError(
        'availability_conflict',
        `These days away were changed in the meantime. Nothing was saved. They are now: ${now}.`,
      );
    }
  }
  const isKnown = ({ from, to }: DaysAway) =>
    person.daysAway.some((known) => known.from === from && known.to === to);
  if (daysAway?.some((span) => span.to < today && !isKnown(span))) {
    throw new DomainError('invalid_request', 'These days are in the past. Please choose future days.');
  }
}

function changePortrait(
  tx: Transaction,
  row: { userId: string; updatedAt: number },
  words: AccountChange['portrait'],
  drawn: RenderedPicture | undefined,
): string | null {
  if (words === null) {
    deletePortrait(tx, row.userId);
    return 'removed';
  }
  if (drawn) {
    if (!words) throw new DomainError('invalid_request', 'The description of the picture is missing.');
    storePortrait(tx, { ...row, picture: drawn.picture, hash: drawn.hash, alt: words.alt });
    return 'new';
  }
  if (!words) return null;
  const { changes } = setAlt(tx, row.userId, { alt: words.alt, updatedAt: row.updatedAt });
  if (changes === 0) throw new DomainError('portrait_not_found', 'Please choose a picture first.');
  return 'description';
}

function availabilityOf({ daysAway, maxOpenOrders, readingsPerDay }: UserRow) {
  return { daysAway, maxOpenOrders, readingsPerDay };
}

/** Opens or closes an account. `moveOrdersTo`: a reader, null for none, undefined for free ones. @throws {DomainError} */
export async function setPersonActive(
  context: Context,
  user: SignedIn,
  personId: string,
  { isActive, moveOrdersTo }: ActiveChange,
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const person = requirePerson({ db: tx }, personId);
    if (!isActive && person.id === user.id) {
      throw new DomainError('person_conflict', 'You cannot close your own account.');
    }
    if (!isActive) refuseLastAdmin(tx, person);
    updateUser(tx, personId, { isActive });
    const left = isActive ? [] : listOpenOrderIds(tx, personId);
    if (!isActive) endSessions(tx, personId);
    const action = isActive ? 'person_opened' : 'person_closed';
    const at = context.clock.now();
    const details = { role: person.role };
    recordAudit(tx, { actor: user, at, action, subject: aboutPerson(person), details });
    if (moveOrdersTo !== undefined) reassignOrders(context, tx, user, left, moveOrdersTo);
    else for (const order of listShownOrders(tx, left)) assignToFreeReader(context, tx, order);
  });
  context.signals.invalidatePublicPages();
  context.log.info({ personId, isActive, userId: user.id }, 'an account was changed');
}
