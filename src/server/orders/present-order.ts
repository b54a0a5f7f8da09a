import { toMajor } from '../../shared/money.ts';
import type { ShownAnswer } from '../../shared/offers/offer-answers.ts';
import type { Order, OrderEvent, ReaderOrder } from '../../shared/orders/order-schema.ts';
import { toReaderStatus } from '../../shared/orders/order-status.ts';
import { isoTime } from '../base/time/moments.ts';
import type { EventRow } from './order-events-repository.ts';
import type { askedColumns, OrderRow, ReadersOrder, ShownOrder } from './order-repository.ts';

/** Returns an order as admins see it; amounts are in the main unit of its currency. */
export function presentOrder(row: ShownOrder): Order {
  const { currency } = row;
  const asked = presentAsked(row);
  return {
    ...asked,
    id: row.id,
    customerEmail: row.customerEmail,
    createdAt: isoTime(row.createdAt),
    status: row.status,
    paymentStatus: row.paymentStatus,
    amount: toMajor(row.amountMinor, currency),
    refundedAmount: toMajor(row.refundedMinor, currency),
    refundingAmount: toMajor(row.refundingMinor, currency),
    dispute: row.dispute,
    hold: row.hold,
    paidAt: isoTime(row.paidAt),
    deliveredAt: isoTime(row.deliveredAt),
    ...(row.isUndelivered && { isUndelivered: true }),
    assignedReader:
      row.assignedReaderId && row.readerName
        ? {
            id: row.assignedReaderId,
            username: row.readerName,
            ...(row.readerDisplayName !== null && { displayName: row.readerDisplayName }),
          }
        : null,
    currency,
    offer: { slug: row.offerSlug, ...asked.offer },
    addOns: row.addOns.map(({ priceMinor, ...addOn }) => ({
      ...addOn,
      price: toMajor(priceMinor, currency),
    })),
    ...(row.code !== null && { code: row.code, discount: toMajor(row.discountMinor, currency) }),
  };
}

/** Formats the discount of a promotion code as `SPRING, $12.00 off`; null without a code. */
export function discountText(
  { code, discountMinor }: Pick<OrderRow, 'code' | 'discountMinor'>,
  money: (amountMinor: number) => string,
): string | null {
  return code === null ? null : `${code}, ${money(discountMinor)} off`;
}

/** Returns an order as its reader sees it, without the customer's address and the amount. */
export function presentReaderOrder(row: ReadersOrder): ReaderOrder {
  return {
    ...presentAsked(row),
    id: row.id,
    createdAt: isoTime(row.createdAt),
    assignedAt: isoTime(row.assignedAt),
    submittedAt: isoTime(row.submittedAt),
    feedback: row.status === 'rejected' ? row.feedback : null,
    ...(row.status === 'rejected' && row.commentCount > 0 && { commentCount: row.commentCount }),
    ...(row.answeredQuestion !== null && { answeredQuestion: row.answeredQuestion }),
    customerAnswer: row.customerAnswer,
    ...(row.awaitsReply ? { awaitsReply: true } : {}),
    status: toReaderStatus(row.status),
  };
}

/** Returns the part of an order that says what to write, and by when. */
export function presentAsked(
  row: Pick<OrderRow, (typeof askedColumns)[number]> & { waitsSince: number | null },
) {
  return {
    orderNumber: row.orderNumber,
    customerName: row.customerName,
    readingAddresseeName: row.readingAddresseeName,
    readingType: row.readingType,
    customQuestion: row.customQuestion,
    backgroundContext: row.backgroundContext,
    dueAt: isoTime(row.dueAt),
    waitsSince: isoTime(row.waitsSince),
    offer: { name: row.offerName, days: row.offerDays, words: row.offerWords },
    answers: row.answers.map(presentAnswer),
    addOns: row.addOns.map(({ id, name }) => ({ id, name })),
  };
}

export function presentAnswer({ kind, label, value }: ShownAnswer): ShownAnswer {
  return { kind, label, value };
}

/** Returns an event for the timeline. @param shown returns the displayed name of a username */
export function presentEvent(row: EventRow, shown: (username: string) => string): OrderEvent {
  const { id, type, actor, createdAt, data } = row;
  const actorName = shown(actor);
  return {
    ...{ id, type, actor, createdAt: isoTime(createdAt) },
    ...(actorName !== actor && { actorName }),
    data: typeof data.reader === 'string' ? { ...data, reader: shown(data.reader) } : data,
  };
}
