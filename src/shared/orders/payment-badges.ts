import type { Hold } from './money-states.ts';
import type { Order } from './order-schema.ts';
import { isWorkable, paymentStatusLabels, type StatusLabel } from './order-status.ts';

export type BadgedOrder = Pick<
  Order,
  'paymentStatus' | 'refundingAmount' | 'dispute' | 'hold' | 'deliveredAt'
>;

const doubts: Record<Exclude<Hold, 'refund'>, StatusLabel> = {
  withdrawal: { label: 'Withdrawn', tone: 'error' },
  early_fraud_warning: { label: 'Fraud warning', tone: 'error' },
  review: { label: 'Stripe’s review', tone: 'warning' },
};

/** Returns the badges of an order's payment: its status, then inquiry, pending refund and hold. */
export function paymentBadges(order: BadgedOrder): StatusLabel[] {
  return [stateOf(order), ...questionsAbout(order)];
}

/** Returns all `paymentBadges` in one line: `Paid · Fraud warning · Held`. */
export function paymentText(order: BadgedOrder): string {
  return paymentBadges(order)
    .map(({ label }) => label)
    .join(' · ');
}

/** Returns the badge of an order's most urgent problem, for lists: its payment, else a failed mail; null for none. */
export function attentionBadge(order: BadgedOrder & Pick<Order, 'isUndelivered'>): StatusLabel | null {
  const { paymentStatus, dispute, hold, isUndelivered } = order;
  if (!isWorkable(paymentStatus)) return stateOf(order);
  if (hold === 'refund') return { label: 'Refund on its way', tone: 'info' };
  if (hold !== null) return doubts[hold] ?? { label: hold, tone: 'neutral' };
  if (dispute === 'inquiry') return { label: 'Inquiry', tone: 'warning' };
  return isUndelivered ? undeliveredBadge : null;
}

export const undeliveredBadge: StatusLabel = { label: 'Not delivered', tone: 'error' };

function stateOf({ paymentStatus, dispute }: BadgedOrder): StatusLabel {
  if (paymentStatus === 'disputed' && dispute === 'lost') return { label: 'Dispute lost', tone: 'error' };
  return paymentStatusLabels[paymentStatus] ?? { label: paymentStatus, tone: 'neutral' };
}

function questionsAbout({ paymentStatus, refundingAmount, dispute, hold, deliveredAt }: BadgedOrder) {
  const badges: StatusLabel[] = [];
  if (dispute === 'inquiry') badges.push({ label: 'Inquiry', tone: 'warning' });
  if (refundingAmount > 0) badges.push({ label: 'Refund on its way', tone: 'info' });
  // Once the money is gone, a hold means nothing.
  if (hold === null || paymentStatus === 'refunded' || paymentStatus === 'disputed') return badges;
  if (hold !== 'refund') badges.push(doubts[hold] ?? { label: hold, tone: 'neutral' });
  if (deliveredAt === null && hold !== 'withdrawal') badges.push({ label: 'Held', tone: 'warning' });
  return badges;
}
