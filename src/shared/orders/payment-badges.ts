import type { Hold } from './money-states.ts';
import { paymentStatusLabels, type StatusLabel } from './order-status.ts';
import type { Order } from './orders.ts';

/** What of an order says how its money is. */
export type OrderMoney = Pick<
  Order,
  'paymentStatus' | 'refundingAmount' | 'dispute' | 'hold' | 'deliveredAt'
>;

/** Somebody has to decide; `held` while the reading waits for that. */
const doubts: Record<Exclude<Hold, 'refund'>, StatusLabel & { held: string }> = {
  early_fraud_warning: { label: 'Fraud warning', held: 'Held: fraud warning', tone: 'error' },
  review: { label: 'Stripe’s review', held: 'Held: Stripe’s review', tone: 'warning' },
};

/** @returns label and tone of an order's money for the admin, then of what else is to be known of it */
export function paymentBadges(order: OrderMoney): StatusLabel[] {
  return [stateOf(order), ...questionsAbout(order)];
}

/** @returns the same in one line */
export function paymentText(order: OrderMoney): string {
  return paymentBadges(order)
    .map(({ label }) => label)
    .join(' · ');
}

/** A value this version does not know is shown raw. */
function stateOf({ paymentStatus, dispute }: OrderMoney): StatusLabel {
  if (paymentStatus === 'disputed' && dispute === 'lost') return { label: 'Dispute lost', tone: 'error' };
  return paymentStatusLabels[paymentStatus] ?? { label: paymentStatus, tone: 'neutral' };
}

function questionsAbout({ paymentStatus, refundingAmount, dispute, hold, deliveredAt }: OrderMoney) {
  const badges: StatusLabel[] = [];
  if (dispute === 'inquiry') badges.push({ label: 'Inquiry', tone: 'warning' });
  // Money that is away leaves nothing to hold; a reading that was delivered is not held any more.
  const isGone = paymentStatus === 'refunded' || paymentStatus === 'disputed';
  const isHeld = hold !== null && !isGone && deliveredAt === null;
  if (refundingAmount > 0) {
    badges.push({
      label: isHeld && hold === 'refund' ? 'Held: refund on its way' : 'Refund on its way',
      tone: 'info',
    });
  }
  if (hold === null || hold === 'refund' || isGone) return badges;
  const { held, ...doubt } = doubts[hold] ?? { label: hold, held: `Held: ${hold}`, tone: 'neutral' };
  badges.push(isHeld ? { ...doubt, label: held } : doubt);
  return badges;
}
