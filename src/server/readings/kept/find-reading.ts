import type { Queryable } from '../../../../db/client.ts';
import type { OrderReading, Reading } from '../../../shared/readings/readings.ts';
import { DomainError } from '../../basics/errors.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { findOrderFor } from '../../orders/find-order.ts';
import { deliveryHeldUntil } from '../../outbox/enqueue-mail.ts';
import { findUser } from '../../people/directory/people-repository.ts';
import { findOpenQuestion } from '../../questions/question-repository.ts';
import { readComments } from './comments.ts';
import { presentReading } from './present-reading.ts';
import { findReading, findReadingOfOrder, type ReadingWithOrder } from './reading-repository.ts';

/**
 * @returns the reading of an order, for the admin or the order's own reader
 * @throws {DomainError} `order_not_found`, `reading_not_found`
 */
export function readReadingOfOrder(context: Context, user: SignedIn, orderId: string): OrderReading {
  const order = findOrderFor(context.db, user, orderId);
  const reading = findReadingOfOrder(context.db, orderId);
  if (!reading) throw new DomainError('reading_not_found', 'Nothing has been written for this order yet.');
  const presented = present(context, context.db, { reading, order });
  const feedback = order.status === 'rejected' ? reading.feedback : null;
  return { ...presented, feedback, comments: readComments(context.db, reading.id) };
}

/**
 * @returns a reading with its order
 * @throws {DomainError} `reading_not_found`
 */
export function requireReading(db: Queryable, id: string): ReadingWithOrder {
  const found = findReading(db, id);
  if (!found)
    throw new DomainError('reading_not_found', 'There is no such reading. It may have been deleted.');
  return found;
}

/** @returns a reading as the API shows it, read again */
export function reread(context: Context, db: Queryable, id: string): Reading {
  return present(context, db, requireReading(db, id));
}

function present(context: Context, db: Queryable, found: ReadingWithOrder): Reading {
  const isApproved = found.order.status === 'approved';
  const heldUntil = isApproved ? deliveryHeldUntil(context, db, found.order.id) : null;
  const { assignedReaderId } = found.order;
  const readerName = assignedReaderId ? (findUser(db, assignedReaderId)?.username ?? null) : null;
  const waitsSince = findOpenQuestion(db, found.order.id)?.askedAt ?? null;
  const shown = { ...found.order, ...found.reading, readerName, waitsSince };
  return presentReading(shown, heldUntil, context.clock.now());
}
