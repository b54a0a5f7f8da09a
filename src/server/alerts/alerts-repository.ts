import type { Queryable } from '../../../db/client.ts';
import { and, count, desc, eq, gte, inArray, isNull, max } from '../../../db/drizzle.ts';
import { orders, outbox, strayPayments } from '../../../db/schema.ts';
import { customerMailKinds } from '../../shared/orders/mails.ts';
import type { PaymentStatus } from '../../shared/orders/order-status.ts';

const isFailedMailToCustomer = and(
  eq(outbox.state, 'failed'),
  inArray(outbox.kind, [...customerMailKinds]),
  isNull(orders.deletedAt),
);

export function countOrdersInPaymentStatus(db: Queryable, paymentStatus: PaymentStatus): number {
  const condition = and(eq(orders.paymentStatus, paymentStatus), isNull(orders.deletedAt));
  return db.select({ count: count() }).from(orders).where(condition).get()?.count ?? 0;
}

/** @returns the orders with a mail that was given up, the latest first */
export function listOrdersWithFailedMail(
  db: Queryable,
  limit: number,
): { id: string; orderNumber: string }[] {
  return db
    .select({ id: orders.id, orderNumber: orders.orderNumber })
    .from(outbox)
    .innerJoin(orders, eq(outbox.orderId, orders.id))
    .where(isFailedMailToCustomer)
    .groupBy(orders.id)
    .orderBy(desc(max(outbox.id)))
    .limit(limit)
    .all();
}

/** @returns how many mails were given up; what a deleted order has is nobody's concern */
export function countFailedMails(db: Queryable): number {
  return (
    db
      .select({ count: count() })
      .from(outbox)
      .innerJoin(orders, eq(outbox.orderId, orders.id))
      .where(isFailedMailToCustomer)
      .get()?.count ?? 0
  );
}

export function countStrayPayments(db: Queryable): number {
  return db.select({ count: count() }).from(strayPayments).get()?.count ?? 0;
}

/** @returns how many mails still wait after so many failed attempts, and the newest of them */
export function findMailInVain(
  db: Queryable,
  attempts: number,
): { count: number; newest: typeof outbox.$inferSelect | undefined } {
  const isInVain = and(eq(outbox.state, 'queued'), gte(outbox.attempts, attempts));
  const found = db
    .select({ count: count(), id: max(outbox.id) })
    .from(outbox)
    .where(isInVain)
    .get();
  if (!found?.id) return { count: 0, newest: undefined };
  return { count: found.count, newest: db.select().from(outbox).where(eq(outbox.id, found.id)).get() };
}
