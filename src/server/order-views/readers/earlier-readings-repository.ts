import type { Queryable } from '../../../../db/client.ts';
import { sql } from '../../../../db/drizzle.ts';
import { type Given, named, prepared, written } from '../../../../db/prepared.ts';
import { orders, readings } from '../../../../db/schema.ts';
import type { DrawnCard } from '../../../shared/readings/cards.ts';
import type { OrderRow } from '../../orders/order-repository.ts';

const columns = ['orderNumber', 'readingType', 'customQuestion', 'deliveredAt'] as const;

type DeliveredReading = Pick<OrderRow, Exclude<(typeof columns)[number], 'deliveredAt'>> & {
  deliveredAt: number;
  content: string;
  cards: DrawnCard[];
};

interface Asked {
  canonicalEmail: string;
  /** The number of the order beside which they are shown. */
  seq: number;
  limit: number;
}

const deliveredTo = prepared((db, { canonicalEmail, seq, limit }: Given<Asked>) =>
  written<Omit<DeliveredReading, 'cards'> & { cards: string }>(
    db,
    sql`SELECT ${named(orders, columns)}, ${readings.content} AS content, ${readings.cards} AS cards
      FROM ${orders} JOIN ${readings} ON ${readings.orderId} = ${orders.id}
      WHERE ${orders.canonicalEmail} = ${canonicalEmail} AND ${orders.seq} < ${seq}
        AND ${orders.status} = 'approved' AND ${orders.deliveredAt} IS NOT NULL
        AND ${orders.deletedAt} IS NULL AND ${orders.erasedAt} IS NULL
      ORDER BY ${orders.seq} DESC LIMIT ${limit}`,
  ),
);

/** @returns what was delivered for earlier orders of an address, the newest order first */
export function listDeliveredTo(db: Queryable, asked: Asked): DeliveredReading[] {
  return deliveredTo(db)
    .all(asked)
    .map((row) => ({ ...row, cards: JSON.parse(row.cards) as DrawnCard[] }));
}
