import type { Queryable } from '../../../db/client.ts';
import { and, count, desc, eq, gte, inArray, isNull, max, sql } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { orders, outbox, strayPayments } from '../../../db/schema.ts';
import { customerMailKinds } from '../../shared/orders/mails.ts';
import { findMail, type MailRow } from '../outbox/outbox-repository.ts';

const isFailedMailToCustomer = and(
  eq(outbox.state, 'failed'),
  inArray(outbox.kind, [...customerMailKinds]),
  isNull(orders.deletedAt),
);

const ordersWithFailedMail = prepared((db, { limit }: Given<{ limit: number }>) =>
  db
    .select({ id: orders.id, orderNumber: orders.orderNumber })
    .from(outbox)
    .innerJoin(orders, eq(outbox.orderId, orders.id))
    .where(isFailedMailToCustomer)
    .groupBy(orders.id)
    .orderBy(desc(max(outbox.id)))
    .limit(limit),
);

/** @returns the orders with a mail that was given up, the latest first */
export function listOrdersWithFailedMail(
  db: Queryable,
  limit: number,
): { id: string; orderNumber: string }[] {
  return ordersWithFailedMail(db).all({ limit });
}

const failedMailCount = prepared((db) =>
  db
    // The plus keeps SQLite from scanning all mail in the order of its orders.
    .select({ count: sql<number>`count(DISTINCT +${outbox.orderId})` })
    .from(outbox)
    .innerJoin(orders, eq(outbox.orderId, orders.id))
    .where(isFailedMailToCustomer),
);

/** @returns how many mails were given up, without those of deleted orders */
export function countFailedMails(db: Queryable): number {
  return failedMailCount(db).get()?.count ?? 0;
}

const strayPaymentCount = prepared((db) => db.select({ count: count() }).from(strayPayments));

export function countStrayPayments(db: Queryable): number {
  return strayPaymentCount(db).get()?.count ?? 0;
}

const newestStrayPayments = prepared((db, { limit }: Given<{ limit: number }>) =>
  db
    .select()
    .from(strayPayments)
    .orderBy(desc(strayPayments.seenAt), desc(strayPayments.paymentIntentId))
    .limit(limit),
);

/** @returns money that came without an order, the latest first */
export function listStrayPayments(db: Queryable, limit: number): (typeof strayPayments.$inferSelect)[] {
  return newestStrayPayments(db).all({ limit });
}

const mailsInVain = prepared((db, { attempts }: Given<{ attempts: number }>) =>
  db
    .select({ count: count(), id: max(outbox.id) })
    .from(outbox)
    .where(and(eq(outbox.state, 'queued'), gte(outbox.attempts, attempts))),
);

/** @returns how many mails still wait after so many failed attempts, and the newest of them */
export function findMailInVain(
  db: Queryable,
  attempts: number,
): { count: number; newest: MailRow | undefined } {
  const found = mailsInVain(db).get({ attempts });
  return found?.id ? { count: found.count, newest: findMail(db, found.id) } : { count: 0, newest: undefined };
}
