import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { type mailKinds, orders, outbox } from '../../../db/schema.ts';
import { type CustomerMailKind, customerMailKinds } from '../../shared/orders/mails.ts';
import { type NoticeKind, noticeKinds } from '../../shared/people/account-schema.ts';
import type { Context } from '../base/context.ts';

export type MailKind = (typeof mailKinds)[number];
export type MailRow = typeof outbox.$inferSelect;
export type CustomerMailRow = MailRow & { kind: CustomerMailKind; orderId: string };
export type NoticeRow = MailRow & { kind: NoticeKind; orderId: string; userId: string };

// Inlined: with a parameter, SQLite would not use the index of queued mails.
const isQueued = sql`${outbox.state} = 'queued'`;
const isFree = and(isQueued, isNull(outbox.leasedAt));

interface NewMail extends Pick<MailRow, 'kind'>, Partial<Pick<MailRow, OptionalColumn>> {
  to: { name: string; address: string };
  notBefore?: number;
}
type OptionalColumn = 'orderId' | 'userId' | 'subjectId' | 'subjectState' | 'dueUntil' | 'isRepeat';

/**
 * Adds a mail to the outbox and returns its id; null if there is one of the same kind and subject that is no repeat,
 * or no address, which is logged. Call `signals.wakeMailWorker()` after the commit to send it at once.
 */
export function enqueueMail(
  context: Context,
  tx: Transaction,
  { to, notBefore, ...mail }: NewMail,
): number | null {
  // An erased customer has no address: the mail server would refuse the mail again and again.
  if (to.address === '') {
    context.log.error({ kind: mail.kind, orderId: mail.orderId }, 'mail without a recipient');
    return null;
  }
  const now = context.clock.now();
  const row = {
    ...mail,
    messageId: createMessageId(context),
    toName: to.name,
    toAddress: to.address,
    nextAttemptAt: notBefore ?? now,
    createdAt: now,
  };
  const { changes, lastInsertRowid } = tx.insert(outbox).values(row).onConflictDoNothing().run();
  return changes === 0 ? null : Number(lastInsertRowid);
}

/** Adds a copy of a mail to the outbox, as a new message to `to`. */
export function repeatMail(context: Context, tx: Transaction, mail: MailRow, to: NewMail['to']): void {
  const { kind, orderId, userId, subjectId, subjectState, dueUntil } = mail;
  const about = { orderId, userId, subjectId, subjectState, dueUntil };
  enqueueMail(context, tx, { kind, ...about, to, isRepeat: true });
}

/** Adds a mail to an order's customer to the outbox as `enqueueMail`, at the order's current address. */
export function enqueueCustomerMail(
  context: Context,
  tx: Transaction,
  kind: CustomerMailKind,
  order: { id: string; customerName: string; customerEmail: string },
  more: Pick<NewMail, 'subjectId' | 'subjectState' | 'notBefore'> = {},
): void {
  const to = { name: order.customerName, address: order.customerEmail };
  enqueueMail(context, tx, { kind, orderId: order.id, to, ...more });
}

/** Creates a Message-ID, which all attempts to send a mail share. */
export function createMessageId({ config, random }: Pick<Context, 'config' | 'random'>): string {
  return `<${random.newId()}@${new URL(config.publicUrl).hostname}>`;
}

export function updateMail(tx: Transaction, id: number, changes: Partial<MailRow>) {
  tx.update(outbox).set(changes).where(eq(outbox.id, id)).run();
}

export function findMail(db: Queryable, id: number) {
  return db.select().from(outbox).where(eq(outbox.id, id)).get();
}

/** Finds the original mail of a kind about a subject, in any state; no repeats. */
export function findMailAbout(db: Queryable, kind: MailKind, subjectId: string) {
  const isMeant = and(eq(outbox.subjectId, subjectId), eq(outbox.kind, kind), sql`is_repeat = 0`);
  return db.select().from(outbox).where(isMeant).get();
}

export function findQueuedMail(db: Queryable, userId: string, kind: MailKind) {
  const isWanted = and(eq(outbox.userId, userId), eq(outbox.kind, kind), isQueued);
  return db.select().from(outbox).where(isWanted).get();
}

/** Deletes mails created before a time, but not queued or undelivered ones, or evidence in disputes. */
export function deleteOldMail(tx: Transaction, before: number) {
  const isNoEvidence = or(
    isNotNull(outbox.userId),
    isNull(outbox.orderId),
    sql`${outbox.state} <> 'failed' AND NOT EXISTS (SELECT 1 FROM ${orders}
      WHERE ${orders.id} = ${outbox.orderId} AND ${orders.dispute} IS NOT NULL)`,
  );
  const isOld = and(lt(outbox.createdAt, before), ne(outbox.state, 'queued'), isNoEvidence);
  return tx.delete(outbox).where(isOld).run();
}

export function deleteMail(tx: Transaction, id: number) {
  tx.delete(outbox).where(eq(outbox.id, id)).run();
}

/** Lists queued mails that are due, the longest due first. */
export function dueMails(db: Queryable, now: number, limit: number) {
  return db
    .select()
    .from(outbox)
    .where(and(isQueued, lte(outbox.nextAttemptAt, now)))
    .orderBy(outbox.nextAttemptAt, outbox.id)
    .limit(limit)
    .all();
}

/** Leases due mails to the caller and returns them. After its lease a mail is due again, in case the sender died. */
export function claimDueMail(
  tx: Transaction,
  { now, leaseUntil, limit }: { now: number; leaseUntil: number; limit: number },
): MailRow[] {
  const lease = { leasedAt: now, nextAttemptAt: leaseUntil };
  const due = dueMails(tx, now, limit);
  for (const { id } of due) updateMail(tx, id, lease);
  return due.map((mail) => ({ ...mail, ...lease }));
}

/** Changes a mail while the lease of `mail` lasts; returns false if it ended or the mail is no longer queued. */
export function updateMailIfLeased(tx: Transaction, mail: MailRow, changes: Partial<MailRow>): boolean {
  const isHeld = and(eq(outbox.id, mail.id), isQueued, sql`${outbox.leasedAt} IS ${mail.leasedAt}`);
  return tx.update(outbox).set(changes).where(isHeld).run().changes > 0;
}

/** Cancels an order's delivery mail while it is held back for undoing; returns false if it no longer is. */
export function cancelDelivery({ clock }: Context, tx: Transaction, orderId: string): boolean {
  return cancelWhere(tx, and(eq(outbox.orderId, orderId), isHeldDelivery(clock.now())));
}

/** Cancels an order's queued and failed mails of these kinds, except those that a worker is sending. */
export function cancelMails(tx: Transaction, orderId: string, kinds: MailKind[]): void {
  const isOpen = or(isFree, eq(outbox.state, 'failed'));
  cancelWhere(tx, and(eq(outbox.orderId, orderId), inArray(outbox.kind, kinds), isOpen));
}

/** Cancels a user's queued mails of a kind, except those that a worker is sending. */
export function cancelMailsTo(tx: Transaction, userId: string, kind: MailKind): void {
  cancelWhere(tx, and(eq(outbox.userId, userId), eq(outbox.kind, kind), isFree));
}

/** Cancels a queued mail; returns false if a worker is sending it or it is no longer queued. */
export function cancelMailIfFree(tx: Transaction, id: number): boolean {
  return cancelWhere(tx, and(eq(outbox.id, id), isFree));
}

function cancelWhere(tx: Transaction, condition: SQL | undefined): boolean {
  return tx.update(outbox).set({ state: 'canceled' }).where(condition).run().changes > 0;
}

/** Queues an order's canceled mails again, if they were due after `since`, to the customer's current address. */
export function requeueCanceled(
  tx: Transaction,
  { orderId, kinds, since, now }: { orderId: string; kinds: MailKind[]; since: number; now: number },
): void {
  const toAddress = sql`(SELECT ${orders.customerEmail} FROM ${orders} WHERE ${orders.id} = ${orderId})`;
  const isOfOrder = and(eq(outbox.orderId, orderId), inArray(outbox.kind, kinds));
  tx.update(outbox)
    .set({ state: 'queued', leasedAt: null, nextAttemptAt: now, toAddress })
    .where(and(isOfOrder, eq(outbox.state, 'canceled'), gt(outbox.nextAttemptAt, since)))
    .run();
}

/** Makes mail that waits for a retry due now. */
export function makeRetriesDue(tx: Transaction, now: number) {
  const isWaiting = and(isFree, gt(outbox.attempts, 0), gt(outbox.nextAttemptAt, now));
  tx.update(outbox).set({ nextAttemptAt: now }).where(isWaiting).run();
}

/** Shortens waits that a changed clock made too long: `hold` before the first try, `lease` while sent, else `retry`. */
export function clampMailWaits(
  tx: Transaction,
  { now, hold, lease, retry }: { now: number; hold: number; lease: number; retry: number },
) {
  const longest = sql`${now} + CASE WHEN ${outbox.leasedAt} IS NOT NULL THEN ${lease} WHEN ${outbox.attempts} = 0 THEN ${hold} ELSE ${retry} END`;
  const isTooLong = and(isQueued, gt(outbox.nextAttemptAt, now), gt(outbox.nextAttemptAt, longest));
  tx.update(outbox).set({ nextAttemptAt: longest }).where(isTooLong).run();
}

/** Returns until when an approval can be undone, in milliseconds since 1970; null if its mail is not held back. */
export function deliveryHeldUntil({ clock }: Context, db: Queryable, orderId: string): number | null {
  const isHeld = and(eq(outbox.orderId, orderId), isHeldDelivery(clock.now()));
  return db.select().from(outbox).where(isHeld).get()?.nextAttemptAt ?? null;
}

/** Lists the orders whose delivery is held back, the next to be sent first. */
export function listHeldDeliveries(db: Queryable, now: number) {
  return db
    .select({ orderId: outbox.orderId })
    .from(outbox)
    .where(isHeldDelivery(now))
    .orderBy(outbox.nextAttemptAt)
    .all();
}

/** Returns an order's mails to its customer, oldest first, without notices to staff. */
export function listMailsOfOrder(db: Queryable, orderId: string): CustomerMailRow[] {
  const mails = db.select().from(outbox).where(eq(outbox.orderId, orderId)).orderBy(outbox.id).all();
  return mails.filter(isCustomerMail);
}

export function isCustomerMail<Mail extends Pick<MailRow, 'kind' | 'orderId'>>(
  mail: Mail,
): mail is Mail & Pick<CustomerMailRow, 'kind' | 'orderId'> {
  return mail.orderId !== null && customerMailKinds.some((kind) => kind === mail.kind);
}

/** Returns whether a mail is a notice to a reader or an admin about an order. */
export function isNotice(mail: MailRow): mail is NoticeRow {
  return mail.orderId !== null && mail.userId !== null && noticeKinds.some((kind) => kind === mail.kind);
}

/** Selects deliveries that can be held back still: a mail that a worker holds or held may have been accepted already. */
function isHeldDelivery(now: number) {
  return and(
    eq(outbox.kind, 'reading_delivery'),
    isFree,
    eq(outbox.attempts, 0),
    gt(outbox.nextAttemptAt, now),
  );
}
