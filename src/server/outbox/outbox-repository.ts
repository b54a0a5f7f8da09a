import type { Queryable } from '../../../db/client.ts';
import { and, asc, eq, gt, inArray, isNull, lte } from '../../../db/drizzle.ts';
import { type mailKinds, orders, outbox } from '../../../db/schema.ts';
import { type CustomerMailKind, customerMailKinds } from '../../shared/orders/mails.ts';
import { type NoticeKind, noticeKinds } from '../../shared/people/notices.ts';

export type MailKind = (typeof mailKinds)[number];
export type MailRow = typeof outbox.$inferSelect;
/** A mail to a customer about their order. */
export type CustomerMailRow = MailRow & { kind: CustomerMailKind; orderId: string };
/** A mail to somebody who works here, about an order. */
export type NoticeRow = MailRow & { kind: NoticeKind; orderId: string; userId: string };

/** @returns the mail's id */
export function insertMail(db: Queryable, mail: typeof outbox.$inferInsert): number {
  return db.insert(outbox).values(mail).returning({ id: outbox.id }).get().id;
}

/** @returns whether a mail of a kind still waits to be sent to somebody who works here */
export function isMailQueued(db: Queryable, userId: string, kind: MailKind): boolean {
  const isWaiting = and(eq(outbox.userId, userId), eq(outbox.kind, kind), eq(outbox.state, 'queued'));
  return db.select().from(outbox).where(isWaiting).get() !== undefined;
}

/**
 * Deletes what was sent, or canceled, and written before a time, among the oldest mails after one. What a customer
 * got for a payment that was ever disputed stays: it is evidence.
 *
 * @returns the last mail that was looked at; null once they are younger
 */
export function forgetSentMail(
  db: Queryable,
  { before, after, limit }: { before: number; after: number; limit: number },
): number | null {
  const { id, createdAt, state, kind, orderId } = outbox;
  const oldest = db
    .select({ id, createdAt, state, kind, orderId, dispute: orders.dispute })
    .from(outbox)
    .leftJoin(orders, eq(orders.id, outbox.orderId))
    .where(gt(outbox.id, after))
    .orderBy(asc(outbox.id))
    .limit(limit)
    .all();
  const old = oldest.filter((mail) => mail.createdAt < before);
  const over = old.filter(
    (mail) =>
      (mail.state === 'sent' || mail.state === 'canceled') &&
      !(mail.dispute !== null && isCustomerMail(mail)),
  );
  db.delete(outbox)
    .where(
      inArray(
        outbox.id,
        over.map((mail) => mail.id),
      ),
    )
    .run();
  return old.length < limit ? null : (old.at(-1)?.id ?? null);
}

export function deleteMail(db: Queryable, id: number): void {
  db.delete(outbox).where(eq(outbox.id, id)).run();
}

/**
 * Takes due mail for sending. Until its lease ends nobody else gets it; after that it is due again, in
 * case whoever took it has died.
 */
export function claimDueMail(
  db: Queryable,
  claim: { now: number; leaseUntil: number; limit: number },
): MailRow[] {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.state, 'queued'), lte(outbox.nextAttemptAt, claim.now)))
    .orderBy(asc(outbox.nextAttemptAt), asc(outbox.id))
    .limit(claim.limit)
    .all();
  return due.map(({ id }) =>
    db
      .update(outbox)
      .set({ leasedAt: claim.now, nextAttemptAt: claim.leaseUntil })
      .where(eq(outbox.id, id))
      .returning()
      .get(),
  );
}

/** @returns whether the mail was still held under this lease, and is changed now */
export function updateMailIfHeld(db: Queryable, mail: MailRow, changes: Partial<MailRow>): boolean {
  const isHeld = mail.leasedAt === null ? isNull(outbox.leasedAt) : eq(outbox.leasedAt, mail.leasedAt);
  const { changes: changed } = db
    .update(outbox)
    .set(changes)
    .where(and(eq(outbox.id, mail.id), eq(outbox.state, 'queued'), isHeld))
    .run();
  return changed > 0;
}

export function updateMail(db: Queryable, id: number, changes: Partial<MailRow>): void {
  db.update(outbox).set(changes).where(eq(outbox.id, id)).run();
}

/** @returns whether there was a delivery still held back, which is now canceled */
export function cancelHeldDelivery(db: Queryable, orderId: string, now: number): boolean {
  const isOfOrder = and(eq(outbox.orderId, orderId), isHeldDelivery(now));
  return db.update(outbox).set({ state: 'canceled' }).where(isOfOrder).run().changes > 0;
}

/** @returns the delivery of an order while it is still held back */
export function findHeldDelivery(db: Queryable, orderId: string, now: number): MailRow | undefined {
  return db
    .select()
    .from(outbox)
    .where(and(eq(outbox.orderId, orderId), isHeldDelivery(now)))
    .get();
}

/** @returns the orders whose delivery is still held back, and until when; the next to leave first */
export function listHeldDeliveries(db: Queryable, now: number): Map<string, number> {
  const held = db
    .select({ orderId: outbox.orderId, until: outbox.nextAttemptAt })
    .from(outbox)
    .where(isHeldDelivery(now))
    .orderBy(asc(outbox.nextAttemptAt))
    .all();
  return new Map(held.flatMap(({ orderId, until }) => (orderId === null ? [] : [[orderId, until]])));
}

/** @returns the mails of an order to its customer, the oldest first */
export function listMailsOfOrder(db: Queryable, orderId: string): CustomerMailRow[] {
  const mails = db.select().from(outbox).where(eq(outbox.orderId, orderId)).orderBy(asc(outbox.id)).all();
  return mails.filter(isCustomerMail);
}

export function isCustomerMail<Mail extends Pick<MailRow, 'kind' | 'orderId'>>(
  mail: Mail,
): mail is Mail & Pick<CustomerMailRow, 'kind' | 'orderId'> {
  return mail.orderId !== null && customerMailKinds.some((kind) => kind === mail.kind);
}

export function isNotice(mail: MailRow): mail is NoticeRow {
  return mail.orderId !== null && mail.userId !== null && noticeKinds.some((kind) => kind === mail.kind);
}

export function findMail(db: Queryable, id: number): MailRow | undefined {
  return db.select().from(outbox).where(eq(outbox.id, id)).get();
}

/**
 * The delivery of an approval that can still be undone. One that a worker holds or once held may have been
 * accepted already; one that is sent again is due at once and so is never held.
 */
function isHeldDelivery(now: number) {
  return and(
    eq(outbox.kind, 'reading_delivery'),
    eq(outbox.state, 'queued'),
    eq(outbox.attempts, 0),
    isNull(outbox.leasedAt),
    gt(outbox.nextAttemptAt, now),
  );
}
