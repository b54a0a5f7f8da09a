import type { Queryable, Transaction } from '../../../../db/client.ts';
import { and, asc, eq, getTableColumns, isNotNull, isNull, lt, sql } from '../../../../db/drizzle.ts';
import { type Given, isAmong, listed, prepared, preparedPer } from '../../../../db/prepared.ts';
import { orders, outbox, terms } from '../../../../db/schema.ts';
import { canonicalEmail } from '../../../shared/email-address.ts';
import type { OrderRow } from '../../orders/order-repository.ts';
import { type Held, type HeldTable, heldData, personalColumns } from './held-data-repository.ts';

export type HeldRow = Record<string, unknown>;

const ordersOfAddress = prepared((db, { email }: Given<{ email: string }>) =>
  db.select().from(orders).where(eq(orders.canonicalEmail, email)).orderBy(asc(orders.seq)),
);

export function listOrdersOf(db: Queryable, email: string): OrderRow[] {
  return ordersOfAddress(db).all({ email: canonicalEmail(email) });
}

const rowsOfOrder = preparedPer((db, name: HeldTable, { orderId }: Given<{ orderId: string }>) => {
  const held: Held = heldData[name];
  const shown = [...personalColumns(held), ...(held.record ?? [])];
  const columns = Object.entries(getTableColumns(held.table)).filter(([column]) => shown.includes(column));
  return db.select(Object.fromEntries(columns)).from(held.table).where(held.rowsOf(orderId));
});

export function listHeldRows(db: Queryable, name: HeldTable, orderId: string): HeldRow[] {
  return rowsOfOrder(db, name).all({ orderId }) as HeldRow[];
}

const rowsErase = preparedPer((db, name: HeldTable, { orderId }: Given<{ orderId: string }>) => {
  const { table, rowsOf, changed } = heldData[name];
  return (changed ? db.update(table).set(changed) : db.delete(table)).where(rowsOf(orderId));
});

export function eraseHeldRows(db: Transaction, name: HeldTable, orderId: string): void {
  const { deleted, changed } = heldData[name];
  if (deleted || changed) rowsErase(db, name).run({ orderId });
}

export const noteErased = prepared((db, { id, now }: Given<{ id: string; now: number }>) =>
  db.update(orders).set({ erasedAt: now }).where(eq(orders.id, id)),
);

const mailsToAddress = prepared((db, { email }: Given<{ email: string }>) => {
  const { id, kind, orderId, toName, toAddress, state, lastError, response, createdAt, sentAt } = outbox;
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
    .orderBy(asc(id));
});

/** @returns mails to an address whose order has another one now, or that have no order */
export function listOtherMails(db: Queryable, email: string) {
  return mailsToAddress(db).all({ email: canonicalEmail(email) });
}

export const listCustomerMails = prepared((db) => {
  const { id, toAddress, createdAt } = outbox;
  return db.select({ id, toAddress, createdAt }).from(outbox).where(isNull(outbox.userId));
});

const otherMailsDelete = prepared((db, { ids }: Given<{ ids: string }>) =>
  db
    .delete(outbox)
    .where(
      and(
        isAmong(outbox.id, ids),
        sql`NOT EXISTS (SELECT 1 FROM ${orders}
          WHERE ${orders.id} = ${outbox.orderId} AND ${orders.erasedAt} IS NULL
            AND (${orders.canonicalEmail} = canonical_email(${outbox.toAddress}) OR ${outbox.state} = 'queued'
              OR ${orders.dispute} IN ('inquiry', 'open')))`,
      ),
    )
    .returning({ address: outbox.toAddress }),
);

/** Deletes mails without an order or of another address, not queued ones or evidence. @returns where they went */
export function deleteOtherMails(db: Transaction, ids: number[]): string[] {
  const deleted = otherMailsDelete(db).all({ ids: listed(ids) });
  return deleted.map(({ address }) => address);
}

export const listTerms = prepared((db, { ids }: Given<{ ids: string }>) =>
  db.select().from(terms).where(isAmong(terms.id, ids)),
);

export const listNeverPaid = prepared((db, { before }: Given<{ before: number }>) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.paymentStatus, 'unpaid'),
        isNull(orders.erasedAt),
        lt(orders.createdAt, before),
        isNotNull(orders.abandonedAt),
      ),
    ),
);

export const listPaidBefore = prepared((db, { before }: Given<{ before: number }>) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`paid_at IS NOT NULL AND erased_at IS NULL`, lt(orders.paidAt, before))),
);

export const listNotErased = prepared((db) => {
  const { id, customerEmail, createdAt } = orders;
  return db.select({ id, customerEmail, createdAt }).from(orders).where(isNull(orders.erasedAt));
});
