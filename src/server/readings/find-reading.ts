import type { Queryable } from '../../../db/client.ts';
import type { Page } from '../../shared/list-page.ts';
import type { OrderReading, Reading, ReadingRevision } from '../../shared/readings/reading-schema.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { cutPage, decodePosition } from '../base/paging.ts';
import { isoTime } from '../base/time/moments.ts';
import { deliveryHeldUntil } from '../mail/outbox-repository.ts';
import { requireOrderFor } from '../orders/find-order.ts';
import { presentAsked } from '../orders/present-order.ts';
import {
  findReading,
  listComments,
  readingsOfOrders,
  revisionsBefore,
  type ShownReading,
} from './reading-repository.ts';

/** Returns an order's reading with its comments. @throws {DomainError} `reading_not_found`, `order_not_found` */
export function readOrderReading(context: Context, user: SignedIn, orderId: string): OrderReading {
  const { status } = requireOrderFor(context.db, user, orderId);
  const reading = findShown(context, context.db, orderId);
  if (!reading) throw new DomainError('reading_not_found', 'Nothing has been written for this order yet.');
  const comments = listComments(context.db, reading.id).map(({ content, createdAt, ...comment }) => ({
    ...comment,
    quote: content.slice(comment.from, comment.to),
    createdAt: isoTime(createdAt),
  }));
  return { ...reading, feedback: status === 'rejected' ? reading.lastFeedback : null, comments };
}

function findShown(context: Context, db: Queryable, orderId: string): Reading | null {
  const [row] = readingsOfOrders(db, [orderId]);
  return row ? presentReading(context, db, row) : null;
}

/** Returns a reading with its order. @throws {DomainError} `reading_not_found`, also if the order is deleted */
export function requireReading(db: Queryable, id: string) {
  const found = findReading(db, id);
  if (!found) throw readingNotFound();
  return found;
}

/**
 * Returns an order's reading without checking who asks.
 * @throws {DomainError} `reading_not_found`, also if the order is deleted
 */
export function requireReadingOfOrder(context: Context, db: Queryable, orderId: string): Reading {
  const reading = findShown(context, db, orderId);
  if (!reading) throw readingNotFound();
  return reading;
}

function readingNotFound(): DomainError {
  return new DomainError('reading_not_found', 'There is no such reading. It may have been deleted.');
}

/** Returns a reading with its order, without review comments. `undoUntil` is null unless the approval can be undone. */
export function presentReading(context: Context, db: Queryable, row: ShownReading): Reading {
  const { reading, order } = row;
  const heldUntil = order.status === 'approved' ? deliveryHeldUntil(context, db, order.id) : null;
  return {
    id: reading.id,
    orderId: order.id,
    content: reading.content,
    cards: reading.cards,
    internalNotes: order.internalNotes,
    createdAt: isoTime(reading.createdAt),
    submittedAt: isoTime(reading.submittedAt),
    revision: reading.revision,
    lastFeedback: reading.feedback,
    undoUntil: isoTime(heldUntil),
    undoForMs: heldUntil === null ? null : heldUntil - context.clock.now(),
    order: {
      ...presentAsked({ ...order, waitsSince: row.waitsSince }),
      paymentStatus: order.paymentStatus,
      reader: row.readerName,
    },
  };
}

/** How many versions one answer contains: each may be as long as a reading can be. */
const versionsAtOnce = 10;

/** Returns ten versions of a reading, newest first. @throws {DomainError} `order_not_found`, also for other readers */
export function readRevisions(
  context: Context,
  user: SignedIn,
  orderId: string,
  cursor?: string,
): Page<ReadingRevision> {
  requireOrderFor(context.db, user, orderId);
  const [before = Number.MAX_SAFE_INTEGER] = decodePosition('revisions', cursor, 1) ?? [];
  const found = revisionsBefore(context.db, orderId, before, versionsAtOnce + 1);
  const { rows, next } = cutPage(found, versionsAtOnce, 'revisions', ({ revision }) => [revision]);
  return { rows: rows.map((row) => ({ ...row, createdAt: isoTime(row.createdAt) })), next };
}
