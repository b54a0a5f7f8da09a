import type { Reading } from '../../../shared/readings/readings.ts';
import { isoTime } from '../../time/iso-time.ts';
import type { ShownReading } from './reading-repository.ts';

/**
 * @param heldUntil until when its mail is held and its approval can be undone; null when it cannot
 * @param now both in milliseconds since 1970
 * @returns a reading as the API shows it (docs/product.md §11)
 */
export function presentReading(row: ShownReading, heldUntil: number | null, now: number): Reading {
  return {
    id: row.id,
    orderId: row.orderId,
    content: row.content,
    cards: row.cards,
    internalNotes: row.internalNotes,
    createdAt: isoTime(row.createdAt),
    submittedAt: isoTime(row.submittedAt),
    revision: row.revision,
    lastFeedback: row.feedback,
    undoUntil: isoTime(heldUntil),
    undoForMs: heldUntil === null ? null : heldUntil - now,
    order: {
      orderNumber: row.orderNumber,
      customerName: row.customerName,
      readingAddresseeName: row.readingAddresseeName,
      paymentStatus: row.paymentStatus,
      readingType: row.readingType,
      customQuestion: row.customQuestion,
      backgroundContext: row.backgroundContext,
      dueAt: isoTime(row.dueAt),
      waitsSince: isoTime(row.waitsSince),
      reader: row.readerName,
    },
  };
}
