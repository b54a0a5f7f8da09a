import { type SQL, sql } from '../../../db/drizzle.ts';
import type { Given } from '../../../db/prepared.ts';
import { orders } from '../../../db/schema.ts';

/** Where an order stands among open ones: first those that wait for their customers, then the most urgent. */
export interface DuePlace {
  /** Milliseconds since 1970; 0 for one that waits, which has no due date. */
  dueAt: number;
  seq: number;
}

/** What a list goes on after: nothing yet, an order that waits, or one with a due date. */
export type DueStart = 'beginning' | 'waiting' | 'dated';

export function dueStart(after: DuePlace | null): DueStart {
  if (after === null) return 'beginning';
  return after.dueAt === 0 ? 'waiting' : 'dated';
}

/** @returns whether an order follows a place; nothing is compared with a due date that is not there */
export function isDueAfter(start: DueStart, { dueAt, seq }: Given<DuePlace>): SQL | undefined {
  switch (start) {
    case 'beginning':
      return undefined;
    case 'waiting':
      return sql`(${orders.dueAt} IS NOT NULL OR ${orders.seq} > ${seq})`;
    case 'dated':
      return sql`(${orders.dueAt}, ${orders.seq}) > (${dueAt}, ${seq})`;
  }
}
