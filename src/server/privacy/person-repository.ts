import type { Queryable, Transaction } from '../../../db/client.ts';
import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  sql,
} from '../../../db/drizzle.ts';
import { type Given, isAmong, listed, prepared, preparedPer } from '../../../db/prepared.ts';
import { orders, outbox, terms } from '../../../db/schema.ts';
import { canonicalEmail } from '../../shared/email-address.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { type Held, type HeldTable, heldData } from './held-data-repository.ts';

/** A row by its columns' names in the program. */
export type HeldRow = Record<string, unknown>;

const held = (name: HeldTable): Held & { rowsOf: NonNullable<Held['rowsOf']> } => {
  const { rowsOf, ...rest }: Held = heldData[name];
  if (!rowsOf) throw new Error(`No row of ${name} belongs to an order.`);
  return { ...rest, rowsOf };
};

const ordersOfAddress = prepared((db, { email }: Given<{ email: string }>) =>
  db.select().from(orders).where(eq(orders.canonicalEmail, email)).orderBy(asc(orders.seq)),
);

/** @returns all orders of an address, however it is spelled, deleted ones too, the oldest first */
export function listAllOrdersOf(db: Queryable, email: string): OrderRow[] {
  return ordersOfAddress(db).all({ email: canonicalEmail(email) });
}

const rowsOfOrder = preparedPer((db, name: HeldTable, { orderId }: Given<{ orderId: string }>) => {
  const { table, columns, rowsOf } = held(name);
  const shown = Object.entries(getTableColumns(table)).filter(
    ([column]) => columns[column] === 'personal' || columns[column] === 'record',
  );
  return db.select(Object.fromEntries(shown)).from(table).where(rowsOf(orderId));
});

/** @returns what a table has of an order and its customer, without who worked on it */
export function listHeldRows(db: Queryable, name: HeldTable, orderId: string): HeldRow[] {
  return rowsOfOrder(db, name).all({ orderId }) as HeldRow[];
}

const rowCount = preparedPer((db, name: HeldTable, { orderId }: Given<{ orderId: string }>) => {
  const { table, rowsOf } = held(name);
  return db.select({ count: sql<number>`count(*)` }).from(table).where(rowsOf(orderId));
});

/** @returns how many rows of a table belong to an order */
export function countHeldRows(db: Queryable, name: HeldTable, orderId: string): number {
  return rowCount(db, name).get({ orderId })?.count ?? 0;
}

const rowsDelete = preparedPer((db, name: HeldTable, { orderId }: Given<{ orderId: string }>) => {
  const { table, rowsOf } = held(name);
  return db.delete(table).where(rowsOf(orderId));
});

const rowsErase = preparedPer((db, name: HeldTable, { orderId }: Given<{ orderId: string }>) => {
  const { table, rowsOf, erased } = held(name);
  return db
    .update(table)
    .set(erased as Record<string, unknown>)
    .where(rowsOf(orderId));
});

/** Erases what a table has of an order's customer; what is the record of the money stays. */
export function eraseHeldRows(db: Transaction, name: HeldTable, orderId: string): void {
  const { erased } = heldData[name];
  if (erased === 'kept') return;
  const statement = erased === 'deleted' ? rowsDelete(db, name) : rowsErase(db, name);
  statement.run({ orderId });
}

const erasedNote = prepared((db, { id, now }: Given<{ id: string; now: number }>) =>
  db.update(orders).set({ erasedAt: now }).where(eq(orders.id, id)),
);

export function noteErased(db: Transaction, id: string, now: number): void {
  erasedNote(db).run({ id, now });
}

interface Stretch {
  email: string;
  after: number;
  until: number;
}

const canonical = <Asked extends Stretch>(asked: Asked): Asked => ({
  ...asked,
  email: canonicalEmail(asked.email),
});

const newestMail = prepared((db) => db.select({ id: max(outbox.id) }).from(outbox));

/** @returns the id of the newest mail there is; 0 when there is none */
export function newestMailId(db: Queryable): number {
  return newestMail(db).get()?.id ?? 0;
}

const toCustomer = ({ email, after, until }: Given<Stretch>) =>
  and(
    gt(outbox.id, after),
    lte(outbox.id, until),
    sql`canonical_email(${outbox.toAddress}) = ${email}`,
    isNull(outbox.userId),
  );

const mailsToAddress = prepared((db, given: Given<Stretch>) => {
  const { kind, orderId, toName, toAddress, state, lastError, response, createdAt, sentAt } = outbox;
  return db
    .select({
      ...{ kind, orderNumber: orders.orderNumber, toName, toAddress, state, lastError, response },
      ...{ createdAt, sentAt, orderId },
    })
    .from(outbox)
    .leftJoin(orders, eq(orders.id, orderId))
    .where(toCustomer(given))
    .orderBy(asc(outbox.id));
});

/** @returns mails that went to an address, among a stretch of all mails: no index is kept for a question so rare */
export function listMailsTo(db: Queryable, stretch: Stretch) {
  return mailsToAddress(db).all(canonical(stretch));
}

interface Deleted extends Stretch {
  writtenBy: number;
}

// An order that is not erased needs a mail that is still to be sent, and what its bank may ask for.
const isDeletedWith = (given: Given<Deleted>) =>
  and(
    toCustomer(given),
    lte(outbox.createdAt, given.writtenBy),
    sql`NOT EXISTS (SELECT 1 FROM ${orders}
      WHERE ${orders.id} = ${outbox.orderId} AND ${orders.erasedAt} IS NULL
        AND (${given.email} = ${orders.canonicalEmail} OR ${outbox.state} = 'queued'
          OR ${orders.dispute} IN ('inquiry', 'open')))`,
  );

const mailToAddress = prepared((db, given: Given<Deleted>) =>
  db.select({ id: outbox.id }).from(outbox).where(isDeletedWith(given)).limit(1),
);

/** @returns whether `deleteMailsTo` would delete any */
export function hasMailsTo(db: Queryable, stretch: Deleted): boolean {
  return mailToAddress(db).get(canonical(stretch)) !== undefined;
}

const mailsToAddressDelete = prepared((db, given: Given<Deleted>) =>
  db.delete(outbox).where(isDeletedWith(given)),
);

/**
 * Deletes those of them that were written by a time. Mails of orders that the address still has stay, and of others what
 * waits to be sent and what a bank may ask for.
 *
 * @returns how many
 */
export function deleteMailsTo(db: Transaction, stretch: Deleted): number {
  return mailsToAddressDelete(db).run(canonical(stretch)).changes;
}

const termsAmong = prepared((db, { ids }: Given<{ ids: string }>) =>
  db.select().from(terms).where(isAmong(terms.id, ids)),
);

/** @returns the words that orders were placed under */
export function listTerms(db: Queryable, ids: string[]) {
  return termsAmong(db).all({ ids: listed(ids) });
}

const unpaidToErase = prepared((db, { before, limit }: Given<{ before: number; limit: number }>) =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.paymentStatus, 'unpaid'),
        isNull(orders.erasedAt),
        lt(orders.createdAt, before),
        isNotNull(orders.abandonedAt),
      ),
    )
    .orderBy(asc(orders.createdAt))
    .limit(limit),
);

/** @returns orders that were placed before a time and given up, whose customers were not erased yet */
export function listNeverPaid(db: Queryable, before: number, limit: number): OrderRow[] {
  return unpaidToErase(db).all({ before, limit });
}

interface Paid {
  before: number;
  afterPaidAt: number;
  afterSeq: number;
  limit: number;
}

const paidBefore = prepared((db, { before, afterPaidAt, afterSeq, limit }: Given<Paid>) =>
  db
    .select()
    .from(orders)
    .where(
      and(
        sql`paid_at IS NOT NULL AND erased_at IS NULL`,
        lt(orders.paidAt, before),
        sql`(${orders.paidAt}, ${orders.seq}) > (${afterPaidAt}, ${afterSeq})`,
      ),
    )
    .orderBy(asc(orders.paidAt), asc(orders.seq))
    .limit(limit),
);

/** @returns orders that were paid before a time, whose customers were not erased, the oldest first, from one on */
export function listPaidBefore(db: Queryable, paid: Paid): OrderRow[] {
  return paidBefore(db).all(paid);
}

interface Walk {
  after: number;
  limit: number;
}

const ordersAfter = prepared((db, { after, limit }: Given<Walk>) => {
  const { seq, id, customerEmail: email, createdAt, erasedAt } = orders;
  return db
    .select({ seq, id, email, createdAt, erasedAt })
    .from(orders)
    .where(gt(orders.seq, after))
    .orderBy(asc(orders.seq))
    .limit(limit);
});

/** @returns whose the orders after one are, in the order in which they were placed */
export function listAddresses(db: Queryable, walk: Walk) {
  return ordersAfter(db).all(walk);
}

const mailsAfter = prepared((db, { after, limit }: Given<Walk>) => {
  const { id, toAddress: email, createdAt, userId } = outbox;
  return db
    .select({ id, email, createdAt, userId })
    .from(outbox)
    .where(gt(outbox.id, after))
    .orderBy(asc(outbox.id))
    .limit(limit);
});

/** @returns where the mails after one went, in the order in which they were written */
export function listMailAddresses(db: Queryable, walk: Walk) {
  return mailsAfter(db).all(walk);
}
