import { createHash } from 'node:crypto';
import { type Transaction, writeTransaction } from '../../../db/client.ts';
import type { AuditAction, AuditDetails } from '../../shared/audit.ts';
import type { AccountChange } from '../../shared/people/account-form.ts';
import { type DaysAway, tidyDaysAway } from '../../shared/people/days-away.ts';
import { counted } from '../../shared/plural.ts';
import { aboutPerson, recordAudit, whatChanged } from '../audit/record-audit.ts';
import { handOutWaiting } from '../availability/hand-out-waiting.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { listOpenOrderIds } from '../orders/order-repository.ts';
import { endSessions } from '../people/credentials/sessions-repository.ts';
import { refuseLastAdmin, refuseTakenEmail, requirePerson } from '../people/directory/find-person.ts';
import { businessDay } from '../people/directory/free-reader.ts';
import {
  type AccountColumns,
  deleteResetsOf,
  setAccount,
  type UserRow,
} from '../people/directory/people-repository.ts';
import { deletePortrait, setAlt, writePortrait } from '../people/directory/profiles-repository.ts';
import type { DrawPortrait } from '../profiles/draw-portrait.ts';

const fieldsOfReaders = [
  ...(['daysAway', 'maxOpenOrders', 'readingsPerDay'] as const),
  ...(['displayName', 'readingSince', 'signature', 'portrait'] as const),
];

/** Fields that are left out stay. Waiting orders are handed out if the reader can take them now. */
export async function changeAccount(
  context: Context,
  user: SignedIn,
  personId: string,
  account: AccountChange,
  drawn?: { picture: Buffer; hash: string },
): Promise<void> {
  const today = businessDay(context);
  const at = context.clock.now();
  await writeTransaction(context.db, (tx) => {
    const before = requirePerson({ db: tx }, personId);
    refuseUnfit(before, account, today);
    const after = merged(before, account, today);
    const open = after.role === before.role ? [] : listOpenOrderIds(tx, personId);
    if (open.length > 0) {
      const orders = counted(open.length, 'open order');
      throw new DomainError(
        'person_conflict',
        `${before.username} has ${orders}. Give them to another reader first.`,
      );
    }
    if (after.role !== 'admin') refuseLastAdmin(tx, before);
    if (after.email !== before.email) {
      if (after.email !== null) refuseTakenEmail(tx, after.email, personId);
      // Reset links in the old mailbox stop working.
      deleteResetsOf(tx, personId);
    }
    setAccount(tx, personId, after);
    const portrait = changePortrait(tx, { userId: personId, updatedAt: at }, account.portrait, drawn);
    for (const [action, details] of audited(before, after, portrait)) {
      recordAudit(tx, { actor: user, at, action, subject: aboutPerson(before), details });
    }
    // The new role has another desk.
    if (after.role !== before.role) endSessions(tx, personId);
  });
  await handOutWaiting(context);
  context.publicChanged();
  context.log.info({ personId, userId: user.id }, 'an account was changed');
}

function refuseUnfit(person: UserRow, account: AccountChange, today: string): void {
  const { role = person.role, daysAway, daysAwayBefore } = account;
  const isMeant = (name: (typeof fieldsOfReaders)[number]) =>
    // A former reader's picture can still be removed.
    account[name] !== undefined && !(name === 'portrait' && account.portrait === null);
  if (role !== 'reader' && fieldsOfReaders.some(isMeant)) {
    throw new DomainError('person_conflict', 'Only readers are given orders and known to customers.');
  }
  if (daysAwayBefore) {
    const now = daysAwayText(tidyDaysAway(person.daysAway, today));
    if (now !== daysAwayText(tidyDaysAway(daysAwayBefore, today))) {
      throw new DomainError(
        'availability_conflict',
        `These days away were changed meanwhile. Nothing was saved. What stands there now: ${now}.`,
      );
    }
  }
  const isKnown = ({ from, to }: DaysAway) =>
    person.daysAway.some((known) => known.from === from && known.to === to);
  if (daysAway?.some((span) => span.to < today && !isKnown(span))) {
    throw new DomainError(
      'invalid_request',
      'These days are over. Please choose days that are still to come.',
    );
  }
}

function merged(before: UserRow, account: AccountChange, today: string): AccountColumns {
  const { daysAway, mutedNotices } = account;
  const given = Object.entries(account).filter(([, value]) => value !== undefined);
  return {
    ...before,
    ...(Object.fromEntries(given) as Partial<AccountColumns>),
    ...(daysAway && { daysAway: tidyDaysAway(daysAway, today) }),
    ...(mutedNotices && { mutedNotices: [...new Set(mutedNotices)] }),
  };
}

export async function drawPicture(draw: DrawPortrait, file: File) {
  const drawn = await draw(new Uint8Array(await file.arrayBuffer()));
  if ('problem' in drawn) throw new DomainError('invalid_request', drawn.problem);
  const picture = Buffer.from(drawn.picture);
  // The hash is a part of its address.
  return { picture, hash: createHash('sha256').update(picture).digest('base64url').slice(0, 22) };
}

function changePortrait(
  tx: Transaction,
  row: { userId: string; updatedAt: number },
  words: AccountChange['portrait'],
  drawn: { picture: Buffer; hash: string } | undefined,
): string | null {
  if (words === null) {
    deletePortrait(tx).run({ userId: row.userId });
    return 'removed';
  }
  if (drawn) {
    if (!words) throw new DomainError('invalid_request', 'What the picture shows is missing.');
    writePortrait(tx).run({ ...row, ...drawn, alt: words.alt });
    return 'new';
  }
  if (!words) return null;
  const { changes } = setAlt(tx).run({ ...row, alt: words.alt });
  if (changes === 0) throw new DomainError('portrait_not_found', 'Please choose a picture first.');
  return 'its words';
}

function audited(
  before: AccountColumns,
  after: AccountColumns,
  portrait: string | null,
): [AuditAction, AuditDetails][] {
  const differs = (names: (keyof AccountColumns)[]) => names.some((name) => before[name] !== after[name]);
  const availability = whatChanged(availabilityOf(before), availabilityOf(after));
  const changed: [AuditAction, AuditDetails | false][] = [
    ['role_changed', differs(['role']) && whatChanged({ role: before.role }, { role: after.role })],
    ['email_changed', differs(['email']) && { isSet: after.email !== null }],
    ['availability_changed', Object.keys(availability).length > 0 && availability],
    ['profile_changed', differs(['displayName', 'readingSince', 'signature']) && {}],
    ['portrait_changed', portrait !== null && { picture: portrait }],
  ];
  return changed.filter((row): row is [AuditAction, AuditDetails] => row[1] !== false);
}

function availabilityOf({ daysAway, maxOpenOrders, readingsPerDay }: AccountColumns) {
  return { daysAway: daysAwayText(daysAway), maxOpenOrders, readingsPerDay };
}

function daysAwayText(daysAway: DaysAway[]): string {
  const spans = daysAway.map(({ from, to }) => (from === to ? from : `${from} to ${to}`));
  return spans.join('; ') || 'none';
}
