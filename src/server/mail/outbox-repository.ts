import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { type mailKinds, outbox } from '../../../db/schema.ts';

export type MailKind = (typeof mailKinds)[number];
export type MailRow = typeof outbox.$inferSelect;

export function insertMail(db: Queryable, mail: typeof outbox.$inferInsert): void {
  db.insert(outbox).values(mail).run();
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

/** @returns whether there was a delivery still waiting, which is now canceled */
export function cancelQueuedDelivery(db: Queryable, orderId: string): boolean {
  const { changes } = db
    .update(outbox)
    .set({ state: 'canceled' })
    .where(
      and(
        eq(outbox.orderId, orderId),
        eq(outbox.kind, 'reading_delivery'),
        eq(outbox.state, 'queued'),
        // Mail a worker holds, or once held, may have been accepted already.
        isNull(outbox.leasedAt),
      ),
    )
    .run();
  return changes > 0;
}
