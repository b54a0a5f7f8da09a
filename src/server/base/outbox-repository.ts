import type { Queryable, Transaction } from '../../../db/client.ts';
import { and, asc, eq, gt, isNotNull, isNull, lt, lte, ne, or, sql } from '../../../db/drizzle.ts';
import {
  type Columns,
  definedKeys,
  deleteIn,
  findIn,
  insertInto,
  isInList,
  jsonList,
  listIn,
  type Params,
  pickParams,
  prepared,
  preparedPer,
  updateIn,
} from '../../../db/prepared.ts';
import { type mailKinds, orders, outbox } from '../../../db/schema.ts';
import { type CustomerMailKind, customerMailKinds } from '../../shared/orders/mails.ts';
import { type NoticeKind, noticeKinds } from '../../shared/people/notices.ts';

export type MailKind = (typeof mailKinds)[number];
export type MailRow = typeof outbox.$inferSelect;
export type CustomerMailRow = MailRow & { kind: CustomerMailKind; orderId: string };
export type NoticeRow = MailRow & { kind: NoticeKind; orderId: string; userId: string };

const isFree = and(eq(outbox.state, 'queued'), isNull(outbox.leasedAt));

export const insertMail = insertInto(outbox);
export const updateMail = updateIn(outbox);

export const findMailByMessage = findIn(outbox, outbox.messageId);

export const findQueuedMail = prepared((db, { userId, kind }: Params<{ userId: string; kind: MailKind }>) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.userId, userId), eq(outbox.kind, kind), eq(outbox.state, 'queued'))),
);

/** Old mails that no longer wait; evidence about disputed payments stays, and undelivered mail in the alerts. */
export const deleteOldMail = prepared((db, { before }: Params<{ before: number }>) =>
  db.delete(outbox).where(
    and(
      lt(outbox.createdAt, before),
      ne(outbox.state, 'queued'),
      or(
        isNotNull(outbox.userId),
        isNull(outbox.orderId),
        sql`${outbox.state} <> 'failed' AND NOT EXISTS (SELECT 1 FROM ${orders}
          WHERE ${orders.id} = ${outbox.orderId} AND ${orders.dispute} IS NOT NULL)`,
      ),
    ),
  ),
);

export const deleteMail = deleteIn(outbox, outbox.id);

export const dueMails = prepared((db, { now, limit }: Params<{ now: number; limit: number }>) =>
  db
    .select()
    .from(outbox)
    .where(and(eq(outbox.state, 'queued'), lte(outbox.nextAttemptAt, now)))
    .orderBy(asc(outbox.nextAttemptAt), asc(outbox.id))
    .limit(limit),
);

/** Leases due mails and returns them. When its lease ends a mail is due again, in case the sender died. */
export function claimDueMail(
  db: Transaction,
  { now, leaseUntil, limit }: { now: number; leaseUntil: number; limit: number },
): MailRow[] {
  const lease = { leasedAt: now, nextAttemptAt: leaseUntil };
  const due = dueMails(db).all({ now, limit });
  for (const { id } of due) updateMail(db, id, lease);
  return due.map((mail) => ({ ...mail, ...lease }));
}

type MailChanges = Partial<MailRow>;

type HeldMail = MailChanges & { mailId: number; heldSince: number | null };

const heldMailUpdate = preparedPer((db, columns: Columns<MailChanges>, given: Params<HeldMail>) => {
  const isHeld = and(eq(outbox.state, 'queued'), sql`${outbox.leasedAt} IS ${given.heldSince}`);
  return db
    .update(outbox)
    .set(pickParams(given, columns))
    .where(and(eq(outbox.id, given.mailId), isHeld));
});

/** Changes a mail under the lease of `mail`. Returns false when that is over or the mail is no longer queued. */
export function updateMailIfLeased(db: Transaction, mail: MailRow, changes: MailChanges): boolean {
  const held = { ...changes, mailId: mail.id, heldSince: mail.leasedAt };
  return heldMailUpdate(db, definedKeys(changes)).run(held).changes > 0;
}

export const cancelHeldDelivery = prepared((db, given: Params<{ orderId: string; now: number }>) =>
  db
    .update(outbox)
    .set({ state: 'canceled' })
    .where(and(eq(outbox.orderId, given.orderId), isHeldDelivery(given))),
);

const mailsCancel = prepared((db, { orderId, kinds }: Params<{ orderId: string; kinds: string }>) =>
  db
    .update(outbox)
    .set({ state: 'canceled' })
    .where(
      and(eq(outbox.orderId, orderId), isInList(outbox.kind, kinds), or(isFree, eq(outbox.state, 'failed'))),
    ),
);

/** Cancels an order's mails of these kinds, queued or failed, except those that a worker holds. */
export function cancelMails(db: Transaction, orderId: string, kinds: MailKind[]): void {
  mailsCancel(db).run({ orderId, kinds: jsonList(kinds) });
}

interface Requeue {
  orderId: string;
  since: number;
  now: number;
}

const canceledRequeue = prepared((db, given: Params<Requeue & { kinds: string }>) => {
  const isOfOrder = and(eq(outbox.orderId, given.orderId), isInList(outbox.kind, given.kinds));
  const toAddress = sql`(SELECT ${orders.customerEmail} FROM ${orders} WHERE ${orders.id} = ${given.orderId})`;
  return db
    .update(outbox)
    .set({ state: 'queued', leasedAt: null, nextAttemptAt: given.now, toAddress })
    .where(and(isOfOrder, eq(outbox.state, 'canceled'), gt(outbox.nextAttemptAt, given.since)));
});

/** Queues an order's canceled mails again that were due after `since`, to the customer's present address. */
export function requeueCanceled(db: Transaction, given: Requeue & { kinds: MailKind[] }): void {
  canceledRequeue(db).run({ ...given, kinds: jsonList(given.kinds) });
}

export const retryFailedNow = prepared((db, { now }: Params<{ now: number }>) =>
  db
    .update(outbox)
    .set({ nextAttemptAt: now })
    .where(and(isFree, gt(outbox.attempts, 0), gt(outbox.nextAttemptAt, now))),
);

/** Cancels a queued mail; changes nothing when a worker holds it or it is no longer queued. */
export const cancelMailIfFree = prepared((db, { id }: Params<{ id: number }>) =>
  db
    .update(outbox)
    .set({ state: 'canceled' })
    .where(and(eq(outbox.id, id), isFree)),
);

type Waits = Params<{ now: number; hold: number; lease: number; retry: number }>;

/** Shortens waits that a changed clock made too long: `hold` before the first try, `lease` while sent, else `retry`. */
export const clampMailWaits = prepared((db, { now, hold, lease, retry }: Waits) => {
  const longest = sql`${now} + CASE WHEN ${outbox.leasedAt} IS NOT NULL THEN ${lease} WHEN ${outbox.attempts} = 0 THEN ${hold} ELSE ${retry} END`;
  return db
    .update(outbox)
    .set({ nextAttemptAt: longest })
    .where(and(eq(outbox.state, 'queued'), gt(outbox.nextAttemptAt, now), gt(outbox.nextAttemptAt, longest)));
});

export const heldDelivery = prepared((db, given: Params<{ orderId: string; now: number }>) =>
  db
    .select()
    .from(outbox)
    .where(and(eq(outbox.orderId, given.orderId), isHeldDelivery(given))),
);

/** Lists the orders whose delivery is held back, the next to leave first. */
export const listHeldDeliveries = prepared((db, given: Params<{ now: number }>) =>
  db
    .select({ orderId: outbox.orderId })
    .from(outbox)
    .where(isHeldDelivery(given))
    .orderBy(asc(outbox.nextAttemptAt)),
);

const mailsOfOrder = listIn(outbox, outbox.orderId, asc(outbox.id));

/** Returns an order's mails to its customer, oldest first; notices to staff are left out. */
export function listMailsOfOrder(db: Queryable, orderId: string): CustomerMailRow[] {
  return mailsOfOrder(db, orderId).filter(isCustomerMail);
}

export function isCustomerMail<Mail extends Pick<MailRow, 'kind' | 'orderId'>>(
  mail: Mail,
): mail is Mail & Pick<CustomerMailRow, 'kind' | 'orderId'> {
  return mail.orderId !== null && customerMailKinds.some((kind) => kind === mail.kind);
}

export function isNotice(mail: MailRow): mail is NoticeRow {
  return mail.orderId !== null && mail.userId !== null && noticeKinds.some((kind) => kind === mail.kind);
}

export const findMail = findIn(outbox, outbox.id);

/** Whether an approval can still be undone: a mail that a worker holds or held may have been accepted already. */
function isHeldDelivery({ now }: Params<{ now: number }>) {
  return and(
    eq(outbox.kind, 'reading_delivery'),
    isFree,
    eq(outbox.attempts, 0),
    gt(outbox.nextAttemptAt, now),
  );
}
