import type { Queryable } from '../../../db/client.ts';
import { sql } from '../../../db/drizzle.ts';
import { type Given, listed, prepared, written } from '../../../db/prepared.ts';
import { stripeEvents } from '../../../db/schema.ts';

const newestEvent = prepared((db, { types }: Given<{ types: string }>) =>
  written<{ receivedAt: number | null }>(
    db,
    sql`
      SELECT max(newest) AS receivedAt FROM (
        SELECT (SELECT max(${stripeEvents.receivedAt}) FROM ${stripeEvents} WHERE ${stripeEvents.type} = kinds.value)
          AS newest
        FROM json_each(${types}) AS kinds)`,
  ),
);

/** @returns when the newest event of these types came, in milliseconds; null when none has in a month */
export function findNewestEvent(db: Queryable, types: readonly string[]): number | null {
  return newestEvent(db).get({ types: listed(types) })?.receivedAt ?? null;
}
