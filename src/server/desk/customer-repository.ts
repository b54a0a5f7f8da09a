import type { Queryable } from '../../../db/client.ts';
import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from '../../../db/drizzle.ts';
import { insertInto, isInList, jsonList, type Params, prepared, rawStatement } from '../../../db/prepared.ts';
import { rowOrder } from '../../../db/row-order.ts';
import { customerNotes, orderEvents, orders, outbox, users } from '../../../db/schema.ts';
import { customerMailKinds } from '../../shared/orders/mails.ts';
import { type CustomerMailRow, isCustomerMail } from '../base/outbox-repository.ts';
import { isAwaited, selectShown } from '../orders/order-repository.ts';

type Address = Params<{ email: string }>['email'];

const hasAddress = (email: Address) => sql`${orders.canonicalEmail} = ${email}`;
const isOf = (email: Address) => and(hasAddress(email), isNull(orders.deletedAt));
const isAttempt = sql`(${orders.paymentStatus} = 'unpaid')`;

/** Lists the orders of a canonical address, newest first, unpaid attempts last; deleted orders are left out. */
export const listOrdersOf = prepared((db, { email, limit }: Params<{ email: string; limit: number }>) =>
  selectShown(db).where(isOf(email)).orderBy(isAttempt, desc(orders.seq)).limit(limit),
);

type CurrencyTotals = { currency: string } & Record<
  'orders' | 'attempts' | 'paid' | 'refunded' | 'refunding' | 'open',
  number
>;

/** Sums up the orders of an address for each currency, in minor units; deleted orders are left out, and unpaid ones are counted as attempts. */
export const sumOrdersOf = prepared((db, { email }: Params<{ email: string }>) =>
  rawStatement<CurrencyTotals>(
    db,
    sql`SELECT ${orders.currency}, count(*) FILTER (WHERE NOT ${isAttempt}) AS orders,
        count(*) FILTER (WHERE ${isAttempt}) AS attempts,
        coalesce(sum(${orders.amountMinor}) FILTER (WHERE ${isNotNull(orders.paidAt)}), 0) AS paid,
        coalesce(sum(${orders.refundedMinor}), 0) AS refunded,
        coalesce(sum(${orders.refundingMinor}), 0) AS refunding,
        count(*) FILTER (WHERE ${isAwaited}) AS open
      FROM ${orders} WHERE ${isOf(email)} GROUP BY ${orders.currency}`,
  ),
);

type Part = { orderIds: string; limit: number };

const mailsOfOrders = prepared((db, { orderIds, limit }: Params<Part>) =>
  db
    .select()
    .from(outbox)
    .where(and(isInList(outbox.orderId, orderIds), inArray(sql`+${outbox.kind}`, [...customerMailKinds])))
    .orderBy(desc(outbox.id))
    .limit(limit),
);

export function listMailsOf(db: Queryable, orderIds: string[], limit: number): CustomerMailRow[] {
  return mailsOfOrders(db)
    .all({ orderIds: jsonList(orderIds), limit })
    .filter(isCustomerMail);
}

/** Lists when and by whom the email address of these orders was corrected, newest first. */
export const listCorrectionsOf = prepared((db, { orderIds, limit }: Params<Part>) =>
  db
    .select({ orderId: orderEvents.orderId, actor: orderEvents.actor, createdAt: orderEvents.createdAt })
    .from(orderEvents)
    .where(and(isInList(orderEvents.orderId, orderIds), eq(sql`+${orderEvents.type}`, 'address_corrected')))
    .orderBy(desc(orderEvents.id))
    .limit(limit),
);

/** Lists the notes about the customer with an address, newest first, also those at deleted orders. */
export const listCustomerNotes = prepared((db, { email }: Params<{ email: string }>) =>
  db
    .select({ ...getTableColumns(customerNotes), author: users.username })
    .from(orders)
    .innerJoin(customerNotes, eq(customerNotes.orderId, orders.id))
    .innerJoin(users, eq(users.id, customerNotes.authorId))
    .where(hasAddress(email))
    .orderBy(desc(customerNotes.createdAt), desc(rowOrder(customerNotes))),
);

export const insertNote = insertInto(customerNotes);
