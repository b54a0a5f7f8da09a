import { type SQL, sql } from '../../../db/drizzle.ts';
import type { Given } from '../../../db/prepared.ts';
import { orders } from '../../../db/schema.ts';

/** The place of an order among open ones: by due date, then those that wait for their customers. */
export interface DuePlace {
  /** 0 for an order that waits, which has no due date. */
  dueAt: number;
  seq: number;
}

/** Half of such a list, from its beginning or from a place in it: a range of an index by due date. */
export interface DueHalf {
  isWaiting: boolean;
  hasStart: boolean;
}

export function isInHalf({ isWaiting, hasStart }: DueHalf, { dueAt, seq }: Given<DuePlace>): SQL {
  if (isWaiting) {
    return hasStart
      ? sql`(${orders.dueAt} IS NULL AND ${orders.seq} > ${seq})`
      : sql`${orders.dueAt} IS NULL`;
  }
  return hasStart
    ? sql`(${orders.dueAt}, ${orders.seq}) > (${dueAt}, ${seq})`
    : sql`${orders.dueAt} IS NOT NULL`;
}

/** @param after where the page before ended; null from the beginning */
export function readByDueDate<Row>(
  after: DuePlace | null,
  limit: number,
  read: (half: DueHalf, from: DuePlace & { limit: number }) => Row[],
): Row[] {
  const place = after ?? { dueAt: 0, seq: 0 };
  const isPastDated = after?.dueAt === 0;
  const dated = isPastDated ? [] : read({ isWaiting: false, hasStart: after !== null }, { ...place, limit });
  if (dated.length === limit) return dated;
  const rest = { ...place, limit: limit - dated.length };
  return [...dated, ...read({ isWaiting: true, hasStart: isPastDated }, rest)];
}
