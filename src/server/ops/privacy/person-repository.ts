import type { Queryable, Transaction } from '../../../../db/client.ts';
import { and, asc, eq, getTableColumns, isNotNull, isNull, lt, ne, sql } from '../../../../db/drizzle.ts';
import { isInList, jsonList, listIn, type Params, prepared, preparedPer } from '../../../../db/prepared.ts';
import { audit, orders, outbox, terms } from '../../../../db/schema.ts';
import { canonicalEmail } from '../../../shared/email/email-address.ts';
import type { OrderRow } from '../../orders/order-repository.ts';
import {
  type PersonalTable,
  type PersonalTableData,
  personalColumns,
  personalData,
} from './personal-data-repository.ts';

export type PersonalRow = Record<string, unknown>;

const ordersOfAddress = listIn(orders, orders.canonicalEmail, asc(orders.seq));

/** Lists all orders of an address, oldest first, unpaid and deleted ones included. */
export function listOrdersOfPerson(db: Queryable, email: string): OrderRow[] {
  return ordersOfAddress(db, canonicalEmail(email));
}

const rowsOfOrder = preparedPer((db, name: PersonalTable, { orderId }: Params<{ orderId: string }>) => {
  const held: PersonalTableData = personalData[name];
  const shown = [...personalColumns(held), ...(held.record ?? [])];
  const columns = Object.entries(getTableColumns(held.table)).filter(([column]) => shown.includes(column));
  return db.select(Object.fromEntries(columns)).from(held.table).where(held.rowsOf(orderId));
});

export function listPersonalRows(db: Queryable, name: PersonalTable, orderId: string): PersonalRow[] {
  return rowsOfOrder(db, name).all({ orderId }) as PersonalRow[];
}

const rowsErase = preparedPer((db, name: PersonalTable, { orderId }: Params<{ orderId: string }>) => {
  const { table, rowsOf, changed } = personalData[name];
  return (changed ? db.update(table).set(changed) : db.delete(table)).where(rowsOf(orderId));
});

export function erasePersonalRows(db: Transaction, name: PersonalTable, orderId: string): void {
  const { deleted, changed } = personalData[name];
  if (deleted || changed) rowsErase(db, name).run({ orderId });
}

const mailsToAddress = prepared((db, { email }: Params<{ email: string }>) => {
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

const otherMailsDelete = prepared((db, { ids }: Params<{ ids: string }>) =>
  db
    .delete(outbox)
    .where(
      and(
        isInList(outbox.id, ids),
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
  const deleted = otherMailsDelete(db).all({ ids: jsonList(ids) });
  return deleted.map(({ address }) => address);
}

export const listTerms = prepared((db, { ids }: Params<{ ids: string }>) =>
  db.select().from(terms).where(isInList(terms.id, ids)),
);

export const listNeverPaid = prepared((db, { before }: Params<{ before: number }>) =>
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

export const listPaidBefore = prepared((db, { before }: Params<{ before: number }>) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`paid_at IS NOT NULL AND erased_at IS NULL`, lt(orders.paidAt, before))),
);

/** Erasures that a person asked for; what expires by itself is in no audit. */
export const listErasedOrders = prepared((db) =>
  db
    .select({ id: audit.subjectId, at: audit.at })
    .from(audit)
    .where(and(eq(audit.action, 'customer_erased'), ne(audit.subjectId, ''))),
);

export const listNotErased = prepared((db) => {
  const { id, customerEmail, createdAt } = orders;
  return db.select({ id, customerEmail, createdAt }).from(orders).where(isNull(orders.erasedAt));
});
