import { type SQL, sql } from '../../../db/drizzle.ts';
import type { Given } from '../../../db/prepared.ts';
import { orders } from '../../../db/schema.ts';

/** Where an order stands among open ones: the most urgent first, and at the end those that wait for their customers. */
export interface DuePlace {
  /** Milliseconds since 1970; 0 for one that waits, which has no due date. */
  dueAt: number;
  seq: number;
}

/** Half of such a list, from its beginning or from a place in it. Each half is a range of an index by due date. */
export interface DueHalf {
  isWaiting: boolean;
  hasStart: boolean;
}

/** @returns whether an order is in a half of a list, and follows a place in it if there is one */
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

/**
 * Reads a part of the open orders: those with a due date, and once there are no more those that wait.
 *
 * @param after what the part before ended with; null from the beginning
 * @param read reads one half after a place
 */
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
