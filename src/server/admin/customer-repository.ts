import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { customerNotes, orderEvents, orders, outbox, personName, users } from '../../../db/schema.ts';
import { rowOrder } from '../../../db/sql.ts';
import { customerMailKinds } from '../../shared/orders/mails.ts';
import { isCustomerMail } from '../mail/outbox-repository.ts';
import { isAwaitingReading, selectShown } from '../orders/order-repository.ts';

const isOf = (email: string) => and(eq(orders.canonicalEmail, email), isNull(orders.deletedAt));
const isAttempt = sql`(${orders.paymentStatus} = 'unpaid')`;

/** Lists the orders of a canonical address, newest first, unpaid attempts last; not deleted ones. */
export function listOrdersOf(db: Queryable, email: string, limit: number) {
  return selectShown(db).where(isOf(email)).orderBy(isAttempt, desc(orders.seq)).limit(limit).all();
}

/** Sums up an address's orders per currency, in minor units; unpaid ones count as attempts, deleted ones not at all. */
export function sumOrdersOf(db: Queryable, email: string) {
  return db
    .select({
      currency: orders.currency,
      orders: sql<number>`count(*) FILTER (WHERE NOT ${isAttempt})`,
      attempts: sql<number>`count(*) FILTER (WHERE ${isAttempt})`,
      paid: sql<number>`ifnull(sum(${orders.amountMinor}) FILTER (WHERE ${isNotNull(orders.paidAt)}), 0)`,
      refunded: sql<number>`sum(${orders.refundedMinor})`,
      refunding: sql<number>`sum(${orders.refundingMinor})`,
      open: sql<number>`count(*) FILTER (WHERE ${isAwaitingReading})`,
    })
    .from(orders)
    .where(isOf(email))
    .groupBy(orders.currency)
    .all();
}

/** Lists the mails to the customer of these orders, newest first. */
export function listMailsOf(db: Queryable, orderIds: string[], limit: number) {
  return db
    .select()
    .from(outbox)
    .where(and(inArray(outbox.orderId, orderIds), inArray(sql`+${outbox.kind}`, [...customerMailKinds])))
    .orderBy(desc(outbox.id))
    .limit(limit)
    .all()
    .filter(isCustomerMail);
}

/** Lists the corrections of the email address of these orders, newest first. */
export function listCorrectionsOf(db: Queryable, orderIds: string[], limit: number) {
  return db
    .select()
    .from(orderEvents)
    .where(and(inArray(orderEvents.orderId, orderIds), eq(sql`+${orderEvents.type}`, 'address_corrected')))
    .orderBy(desc(orderEvents.id))
    .limit(limit)
    .all();
}

/** Lists the notes on all orders of an address, newest first, deleted orders included. */
export function listCustomerNotes(db: Queryable, email: string) {
  return db
    .select({ ...getTableColumns(customerNotes), author: personName })
    .from(orders)
    .innerJoin(customerNotes, eq(customerNotes.orderId, orders.id))
    .innerJoin(users, eq(users.id, customerNotes.authorId))
    .where(eq(orders.canonicalEmail, email))
    .orderBy(desc(customerNotes.createdAt), desc(rowOrder(customerNotes)))
    .all();
}

export function insertNote(tx: Transaction, note: typeof customerNotes.$inferInsert) {
  tx.insert(customerNotes).values(note).run();
}
