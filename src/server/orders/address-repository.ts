import type { Queryable } from '../../../db/client.ts';
import { and, desc, eq, isNull, ne } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { orders } from '../../../db/schema.ts';
import { canonicalEmail } from '../../shared/email-address.ts';
import type { OrderRow } from './order-repository.ts';

const paidOrdersOf = prepared((db, { email, limit }: Given<{ email: string; limit: number }>) =>
  db
    .select()
    .from(orders)
    .where(
      and(eq(orders.canonicalEmail, email), ne(orders.paymentStatus, 'unpaid'), isNull(orders.deletedAt)),
    )
    .orderBy(desc(orders.seq))
    .limit(limit),
);

/** @returns the orders of an address, however it is spelled, that have a page of their own, the newest first */
export function listPaidOrdersOf(db: Queryable, email: string, limit: number): OrderRow[] {
  return paidOrdersOf(db).all({ email: canonicalEmail(email), limit });
}
