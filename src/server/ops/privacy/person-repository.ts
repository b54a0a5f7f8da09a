import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../../db/client.ts';
import { audit, orders, outbox, terms } from '../../../../db/schema.ts';
import { inList } from '../../../../db/sql.ts';
import { canonicalEmail } from '../../../shared/email/email-address.ts';
import {
  type PersonalTable,
  type PersonalTableData,
  personalColumns,
  personalData,
} from './personal-data-repository.ts';

export type PersonalRow = Record<string, unknown>;

/** Lists all orders of an address in any spelling, oldest first, unpaid and deleted ones included. */
export function listOrdersOfPerson(db: Queryable, email: string) {
  const isTheirs = eq(orders.canonicalEmail, canonicalEmail(email));
  return db.select().from(orders).where(isTheirs).orderBy(asc(orders.seq)).all();
}

/** Lists an order's rows of a table, with the columns that are personal or on record. */
export function listPersonalRows(db: Queryable, name: PersonalTable, orderId: string): PersonalRow[] {
  const held: PersonalTableData = personalData[name];
  const shown = [...personalColumns(held), ...(held.record ?? [])];
  const columns = Object.entries(getTableColumns(held.table)).filter(([column]) => shown.includes(column));
  return db.select(Object.fromEntries(columns)).from(held.table).where(held.rowsOf(orderId)).all();
}

/** Deletes an order's rows of a table, or overwrites their personal columns. */
export function erasePersonalRows(tx: Transaction, name: PersonalTable, orderId: string): void {
  const { table, rowsOf, deleted, changed }: PersonalTableData = personalData[name];
  if (changed) tx.update(table).set(changed).where(rowsOf(orderId)).run();
  else if (deleted) tx.delete(table).where(rowsOf(orderId)).run();
}

/** Lists mails to an address that belong to no order, or to an order with another address. */
export function listOtherMails(db: Queryable, address: string) {
  const { id, kind, orderId, toName, toAddress, state, lastError, response, createdAt, sentAt } = outbox;
  const email = canonicalEmail(address);
  return db
    .select({
      ...{ id, kind, orderNumber: orders.orderNumber, toName, toAddress, state, lastError, response },
      ...{ createdAt, sentAt, orderId },
    })
    .from(outbox)
    .leftJoin(orders, eq(orders.id, orderId))
    .where(
      and(
        sql`${orders.customerEmail} IS NOT ${toAddress}`,
        sql`canonical_email(${toAddress}) = ${email}`,
        sql`${orders.canonicalEmail} IS NOT ${email}`,
        isNull(outbox.userId),
      ),
    )
    .orderBy(asc(id))
    .all();
}

/** Lists all mails except those to staff. */
export function listCustomerMails(db: Queryable) {
  const { id, toAddress, createdAt } = outbox;
  return db.select({ id, toAddress, createdAt }).from(outbox).where(isNull(outbox.userId)).all();
}

/** Deletes mails of no order or another address's, except queued ones and evidence. Returns their addresses. */
export function deleteOtherMails(tx: Transaction, ids: number[]): string[] {
  const isOther = sql`NOT EXISTS (SELECT 1 FROM ${orders}
    WHERE ${orders.id} = ${outbox.orderId} AND ${orders.erasedAt} IS NULL
      AND (${orders.canonicalEmail} = canonical_email(${outbox.toAddress}) OR ${outbox.state} = 'queued'
        OR ${orders.dispute} IN ('inquiry', 'open')))`;
  return tx
    .delete(outbox)
    .where(and(inList(outbox.id, ids), isOther))
    .returning({ address: outbox.toAddress })
    .all()
    .map(({ address }) => address);
}

export function listTerms(db: Queryable, ids: string[]) {
  return db.select().from(terms).where(inArray(terms.id, ids)).all();
}

/** Lists abandoned orders placed before a time and never paid, unless erased. */
export function listNeverPaid(db: Queryable, before: number) {
  const isUnpaid = sql`${orders.paymentStatus} = 'unpaid' AND ${orders.erasedAt} IS NULL`;
  const isOver = and(isUnpaid, lt(orders.createdAt, before), isNotNull(orders.abandonedAt));
  return db.select({ id: orders.id }).from(orders).where(isOver).all();
}

/** Lists orders paid before a time, deleted ones included, unless erased. */
export function listPaidBefore(db: Queryable, before: number) {
  const isDue = and(sql`paid_at IS NOT NULL AND erased_at IS NULL`, lt(orders.paidAt, before));
  return db.select({ id: orders.id }).from(orders).where(isDue).all();
}

/** Lists orders erased on request; the audit has no erasures of expired data. */
export function listErasedOrders(db: Queryable) {
  const isErasure = and(eq(audit.action, 'customer_erased'), ne(audit.subjectId, ''));
  return db.select({ id: audit.subjectId, at: audit.at }).from(audit).where(isErasure).all();
}

/** Lists the orders of all customers except erased ones, unpaid and deleted orders included. */
export function listOrdersNotErased(db: Queryable) {
  const { id, customerEmail, createdAt } = orders;
  return db.select({ id, customerEmail, createdAt }).from(orders).where(isNull(orders.erasedAt)).all();
}
