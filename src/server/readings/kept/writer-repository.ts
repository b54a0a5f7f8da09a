import type { Queryable } from '../../../../db/client.ts';
import { and, desc, eq, isNotNull, or } from '../../../../db/drizzle.ts';
import { type Given, prepared } from '../../../../db/prepared.ts';
import { orderEvents, users } from '../../../../db/schema.ts';
import type { ReaderProfile } from '../../../shared/people/profiles.ts';

const writerOfOrder = prepared((db, { orderId }: Given<{ orderId: string }>) =>
  db
    .select({ displayName: users.displayName, signature: users.signature })
    .from(orderEvents)
    .innerJoin(users, eq(users.username, orderEvents.actor))
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.type, 'reading_submitted'),
        // An admin of today may have been a reader then.
        or(eq(users.role, 'reader'), isNotNull(users.displayName), isNotNull(users.signature)),
      ),
    )
    .orderBy(desc(orderEvents.id))
    .limit(1),
);

/** @returns how the reader who submitted an order's reading signs, also after an admin edited it; null when no reader did */
export function findWriter(
  db: Queryable,
  orderId: string,
): Pick<ReaderProfile, 'displayName' | 'signature'> | null {
  return writerOfOrder(db).get({ orderId }) ?? null;
}
