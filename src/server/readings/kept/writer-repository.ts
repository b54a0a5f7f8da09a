import type { Queryable } from '../../../../db/client.ts';
import { and, desc, eq } from '../../../../db/drizzle.ts';
import { type Given, prepared } from '../../../../db/prepared.ts';
import { readingRevisions, readings, users } from '../../../../db/schema.ts';
import type { ReaderProfile } from '../../../shared/people/profiles.ts';

const writerOfOrder = prepared((db, { orderId }: Given<{ orderId: string }>) =>
  db
    .select({ displayName: users.displayName, signature: users.signature })
    .from(readings)
    .innerJoin(readingRevisions, eq(readingRevisions.readingId, readings.id))
    .innerJoin(users, eq(users.id, readingRevisions.authorId))
    .where(and(eq(readings.orderId, orderId), eq(users.role, 'reader')))
    .orderBy(desc(readingRevisions.revision))
    .limit(1),
);

/** @returns how the reader who wrote an order's reading signs, whoever mended it since; null when no reader did */
export function findWriter(
  db: Queryable,
  orderId: string,
): Pick<ReaderProfile, 'displayName' | 'signature'> | null {
  return writerOfOrder(db).get({ orderId }) ?? null;
}
