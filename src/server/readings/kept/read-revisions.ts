import type { Page } from '../../../shared/pages.ts';
import type { ReadingRevision } from '../../../shared/readings/readings.ts';
import { decodePlace, encodePlace } from '../../basics/paging.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { findOrderFor } from '../../orders/find-order.ts';
import { isoTime } from '../../time/iso-time.ts';
import { listRevisions } from './reading-repository.ts';

/** How many versions are answered at once: each may be as long as a reading can be. */
const versionsAtOnce = 10;

/**
 * @param cursor where the part before ended
 * @returns a part of all versions of an order's reading, the newest first
 * @throws {DomainError} `order_not_found`, also for another reader's order; `invalid_request` for a cursor that is not
 *   from this list
 */
export function readRevisions(
  context: Context,
  user: SignedIn,
  orderId: string,
  cursor?: string,
): Page<ReadingRevision> {
  findOrderFor(context.db, user, orderId);
  const [before = Number.MAX_SAFE_INTEGER] = decodePlace('revisions', cursor, 1) ?? [];
  const found = listRevisions(context.db, orderId, before, versionsAtOnce + 1);
  const shown = found.slice(0, versionsAtOnce);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => ({ ...row, createdAt: isoTime(row.createdAt) })),
    next: found.length > shown.length && last ? encodePlace('revisions', [last.revision]) : null,
  };
}
