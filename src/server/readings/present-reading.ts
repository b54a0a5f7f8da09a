import type { Reading } from '../../shared/readings/readings.ts';
import { isoTime } from '../time/iso-time.ts';
import type { ReadingWithOrder } from './reading-repository.ts';

/**
 * @param heldUntil until when its mail is held and its approval can be undone; null when it cannot
 * @param now both in milliseconds since 1970
 * @returns a reading as the API shows it (docs/product.md §11)
 */
export function presentReading(
  { reading, order }: ReadingWithOrder,
  heldUntil: number | null,
  now: number,
): Reading {
  return {
    id: reading.id,
    orderId: reading.orderId,
    content: reading.content,
    internalNotes: reading.internalNotes,
    createdAt: isoTime(reading.createdAt),
    submittedAt: isoTime(reading.submittedAt),
    revision: reading.revision,
    lastFeedback: reading.feedback,
    undoUntil: isoTime(heldUntil),
    undoForMs: heldUntil === null ? null : heldUntil - now,
    order: {
      orderNumber: order.orderNumber,
      customerName: order.customerName,
      readingAddresseeName: order.readingAddresseeName,
      paymentStatus: order.paymentStatus,
      readingType: order.readingType,
      customQuestion: order.customQuestion,
      backgroundContext: order.backgroundContext,
    },
  };
}
