import { toMajor } from '../../shared/money.ts';
import type { Answer, BoughtOffer, ShownAnswer } from '../../shared/offers/answers.ts';
import { toReaderStatus } from '../../shared/orders/order-status.ts';
import type { Order, OrderEvent, ReaderOrder } from '../../shared/orders/orders.ts';
import { isoTime } from '../base/time/moments.ts';
import type { EventRow } from './order-events-repository.ts';
import type { OrderRow, ReadersOrder, ShownOrder } from './order-repository.ts';

export function presentOrder(row: ShownOrder): Order {
  const { currency } = row;
  return {
    id: row.id,
    orderNumber: row.orderNumber,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    readingAddresseeName: row.readingAddresseeName,
    createdAt: isoTime(row.createdAt),
    status: row.status,
    paymentStatus: row.paymentStatus,
    amount: toMajor(row.amountMinor, currency),
    refundedAmount: toMajor(row.refundedMinor, currency),
    refundingAmount: toMajor(row.refundingMinor, currency),
    dispute: row.dispute,
    hold: row.hold,
    customQuestion: row.customQuestion,
    readingType: row.readingType,
    backgroundContext: row.backgroundContext,
    paidAt: isoTime(row.paidAt),
    dueAt: isoTime(row.dueAt),
    waitsSince: isoTime(row.waitsSince),
    deliveredAt: isoTime(row.deliveredAt),
    ...(row.isUndelivered && { isUndelivered: true }),
    assignedReader:
      row.assignedReaderId && row.readerName ? { id: row.assignedReaderId, username: row.readerName } : null,
    currency,
    offer: { slug: row.offerSlug, ...presentBoughtOffer(row) },
    answers: row.answers.map(presentAnswer),
    addOns: row.addOns.map(({ id, name, priceMinor }) => ({
      id,
      name,
      price: toMajor(priceMinor, currency),
    })),
  };
}

export function presentBoughtOffer({
  offerName: name,
  offerDays: days,
  offerWords: words,
}: Pick<OrderRow, 'offerName' | 'offerDays' | 'offerWords'>): BoughtOffer {
  return { name, days, words };
}

export function presentAnswer({ kind, label, value }: Answer): ShownAnswer {
  return { kind, label, value };
}

/** Returns an order as its reader sees it, without the customer's address and the amount. */
export function presentReaderOrder(row: ReadersOrder): ReaderOrder {
  return {
    id: row.id,
    orderNumber: row.orderNumber,
    customerName: row.customerName,
    readingAddresseeName: row.readingAddresseeName,
    createdAt: isoTime(row.createdAt),
    assignedAt: isoTime(row.assignedAt),
    dueAt: isoTime(row.dueAt),
    waitsSince: isoTime(row.waitsSince),
    submittedAt: isoTime(row.submittedAt),
    feedback: row.status === 'rejected' ? row.feedback : null,
    status: toReaderStatus(row.status),
    readingType: row.readingType,
    customQuestion: row.customQuestion,
    backgroundContext: row.backgroundContext,
    offer: presentBoughtOffer(row),
    answers: row.answers.map(presentAnswer),
    addOns: row.addOns.map(({ id, name }) => ({ id, name })),
  };
}

export function presentEvent(row: EventRow): OrderEvent {
  return { id: row.id, type: row.type, actor: row.actor, createdAt: isoTime(row.createdAt), data: row.data };
}
