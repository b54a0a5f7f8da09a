import type { Queryable } from '../../../../db/client.ts';
import { listed } from '../../../../db/prepared.ts';
import type { Page } from '../../../shared/pages.ts';
import type { OrderReading, Reading, ReadingRevision } from '../../../shared/readings/readings.ts';
import { DomainError } from '../../basics/errors.ts';
import { decodePlace, encodePlace } from '../../basics/paging.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { findOrderFor } from '../../orders/find-order.ts';
import { deliveryHeldUntil } from '../../outbox/enqueue-mail.ts';
import { isoTime } from '../../time/iso-time.ts';
import { readComments } from './comments.ts';
import { findReading, revisionsBefore } from './reading-repository.ts';
import { readingsOfOrders, type ShownReading } from './shown-readings-repository.ts';

/**
 * @returns the reading of an order, for the admin or the order's own reader
 * @throws {DomainError} `order_not_found`, `reading_not_found`
 */
export function readReadingOfOrder(context: Context, user: SignedIn, orderId: string): OrderReading {
  const { status } = findOrderFor(context.db, user, orderId);
  const row = findShown(context.db, orderId);
  if (!row) throw new DomainError('reading_not_found', 'Nothing has been written for this order yet.');
  return {
    ...presentReading(context, context.db, row),
    feedback: status === 'rejected' ? row.reading.feedback : null,
    comments: readComments(context.db, row.reading.id),
  };
}

function findShown(db: Queryable, orderId: string): ShownReading | undefined {
  return readingsOfOrders(db).get({ orderIds: listed([orderId]) });
}

/** @throws {DomainError} `reading_not_found` */
export function requireReading(db: Queryable, id: string) {
  const found = findReading(db).get({ id });
  if (!found) throw readingNotFound();
  return found;
}

export function reread(context: Context, db: Queryable, orderId: string): Reading {
  const row = findShown(db, orderId);
  if (!row) throw readingNotFound();
  return presentReading(context, db, row);
}

function readingNotFound(): DomainError {
  return new DomainError('reading_not_found', 'There is no such reading. It may have been deleted.');
}

/** @returns a reading as the API shows it (docs/product.md §11) */
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
      orderNumber: order.orderNumber,
      customerName: order.customerName,
      readingAddresseeName: order.readingAddresseeName,
      paymentStatus: order.paymentStatus,
      readingType: order.readingType,
      customQuestion: order.customQuestion,
      backgroundContext: order.backgroundContext,
      dueAt: isoTime(order.dueAt),
      waitsSince: isoTime(row.waitsSince),
      reader: row.readerName,
    },
  };
}

/** How many versions one answer has: each may be as long as a reading can be. */
const versionsAtOnce = 10;

/**
 * @param cursor the end of the page before
 * @returns a page of the versions of an order's reading, the newest first
 * @throws {DomainError} `order_not_found`, also for another reader's order; `invalid_request` for a wrong cursor
 */
export function readRevisions(
  context: Context,
  user: SignedIn,
  orderId: string,
  cursor?: string,
): Page<ReadingRevision> {
  findOrderFor(context.db, user, orderId);
  const [before = Number.MAX_SAFE_INTEGER] = decodePlace('revisions', cursor, 1) ?? [];
  const found = revisionsBefore(context.db).all({ orderId, before, limit: versionsAtOnce + 1 });
  const shown = found.slice(0, versionsAtOnce);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => ({ ...row, createdAt: isoTime(row.createdAt) })),
    next: found.length > shown.length && last ? encodePlace('revisions', [last.revision]) : null,
  };
}
