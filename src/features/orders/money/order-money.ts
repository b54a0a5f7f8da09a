import { formatAmount } from '../../../lib/format.ts';
import { decimalsOf } from '../../../shared/money.ts';
import type { DisputeStatus, WarningKind } from '../../../shared/orders/money-states.ts';
import type { Order, OrderEvent } from '../../../shared/orders/order-schema.ts';
import { hasEnded, isWorkable, type StatusLabel } from '../../../shared/orders/order-status.ts';
import type { OrderPayment } from '../../../shared/orders/refund-schema.ts';

/** Returns whether a payment is refundable: paid, refunded in part, or in review. Does not check how much is left. */
export function canRefund({ paymentStatus, amount }: Order): boolean {
  return (isWorkable(paymentStatus) || paymentStatus === 'review') && amount > 0;
}

/** Returns the warning before deleting an order whose money is not fully refunded; null for other orders. */
export function deletionWarning(order: Order): string | null {
  const { amount, refundedAmount, refundingAmount, currency } = order;
  const kept = Number((amount - refundedAmount - refundingAmount).toFixed(decimalsOf(currency)));
  if (!canRefund(order) || kept <= 0) return null;
  const stays = `${formatAmount(kept, currency)} stays with you`;
  return order.status === 'approved'
    ? `${stays}; the customer’s link no longer shows the reading.`
    : `${stays}; the customer gets no reading. Refund first?`;
}

/** Returns whether an order has a dispute, a hold (other than for a withdrawal), or a pending or failed refund. */
export function isMoneyInQuestion(order: Order, events: readonly OrderEvent[]): boolean {
  const { dispute, hold, refundingAmount } = order;
  return (
    dispute !== null ||
    (hold ?? 'withdrawal') !== 'withdrawal' ||
    refundingAmount > 0 ||
    hasOpenRefundFailure(events)
  );
}

/** Returns whether a refund failed and an admin has neither repeated nor dismissed the last one. */
export function hasOpenRefundFailure(events: readonly OrderEvent[]): boolean {
  const failed = events.findLastIndex(({ data }) => data.refundStatus === 'failed');
  if (failed === -1) return false;
  return !events.slice(failed + 1).some(({ type, actor }) => {
    const isOwnTry = (type === 'refund_made' || type === 'refund_refused') && actor !== 'stripe';
    return isOwnTry || type === 'payment_cleared';
  });
}

export const disputeLabels: Record<DisputeStatus, StatusLabel> = {
  warning_needs_response: { label: 'Bank inquiry', tone: 'warning' },
  warning_under_review: { label: 'Inquiry: response under review', tone: 'warning' },
  warning_closed: { label: 'Inquiry closed', tone: 'neutral' },
  needs_response: { label: 'Chargeback: response needed', tone: 'error' },
  under_review: { label: 'Chargeback under review at the bank', tone: 'warning' },
  won: { label: 'Dispute won', tone: 'success' },
  lost: { label: 'Dispute lost', tone: 'error' },
  prevented: { label: 'Dispute prevented', tone: 'neutral' },
};

export const disputeMeanings: Record<DisputeStatus, string> = {
  warning_needs_response: 'The customer’s bank is asking about this payment. It has taken no money.',
  warning_under_review: 'The bank has taken no money.',
  warning_closed: 'The bank took no money.',
  needs_response:
    'The customer’s bank is taking the payment back. Without a response in time, the money is lost.',
  under_review: 'That can take weeks.',
  won: 'The bank decided in your favor: the money is yours again.',
  lost: 'The bank decided in its customer’s favor: the money is gone for good.',
  prevented: 'It was settled before it became a chargeback.',
};

export function canAnswerDispute(status: DisputeStatus): boolean {
  return status === 'needs_response' || status === 'warning_needs_response';
}

/** For cards: the shop takes no other payments. */
const disputeReasons: Record<string, string> = {
  credit_not_processed: 'the customer was promised a refund that did not come',
  duplicate: 'the customer was charged twice',
  fraudulent: 'the customer did not make this payment',
  general: 'no reason given',
  noncompliant: 'the payment broke a rule of the card network',
  product_not_received: 'the reading did not arrive',
  product_unacceptable: 'the reading is not what was promised',
  subscription_canceled: 'the customer had canceled',
  unrecognized: 'the customer does not recognize this payment',
};

/** Returns Stripe's code as a clause, such as `the reading did not arrive`; an unknown code without underscores. */
export function disputeReason(reason: string): string {
  return disputeReasons[reason] ?? inWords(reason);
}

type Refund = OrderPayment['refunds'][number];

export const refundLabels: Record<Refund['status'], StatusLabel> = {
  asked: { label: 'Waiting for Stripe', tone: 'warning' },
  refused: { label: 'Refused', tone: 'error' },
  pending: { label: 'On its way', tone: 'info' },
  requires_action: { label: 'Waiting for the customer', tone: 'info' },
  succeeded: { label: 'Refunded', tone: 'success' },
  failed: { label: 'Failed', tone: 'error' },
  canceled: { label: 'Canceled', tone: 'neutral' },
};

/** Returns a sentence that explains a refund's status; empty once it succeeded. */
export function refundMeaning({ status, failure }: Pick<Refund, 'status' | 'failure'>): string {
  const meanings: Record<Refund['status'], string> = {
    asked:
      'We don’t know yet whether it went through. We ask Stripe again every minute. It can’t be made twice.',
    refused: `It was not made. ${failure ?? ''}`.trim(),
    pending: 'It can still fail.',
    requires_action: 'Stripe has asked the customer where to send the money.',
    succeeded: '',
    failed: `${upperFirst(refundFailure(failure))}. The money was returned to you.`,
    canceled: 'The money was returned to you.',
  };
  return meanings[status];
}

const refundFailures: Record<string, string> = {
  charge_for_pending_refund_disputed: 'the customer has since disputed the payment',
  declined: 'the customer’s bank declined it',
  expired_or_canceled_card: 'the card has expired or was canceled',
  insufficient_funds: 'your Stripe balance was too low',
  lost_or_stolen_card: 'the card was lost or stolen',
  merchant_request: 'it was stopped at your request',
  unknown: 'the customer’s bank gave no reason',
};

/** Returns Stripe's reason for a failed refund in words. @param failure Stripe's code, null without a reason */
export function refundFailure(failure: string | null): string {
  return refundFailures[failure ?? 'unknown'] ?? inWords(failure ?? '');
}

const fraudTypes: Record<string, string> = {
  card_never_received: 'the card never reached its owner',
  fraudulent_card_application: 'the card was applied for in another person’s name',
  made_with_counterfeit_card: 'the card was counterfeit',
  made_with_lost_card: 'the card had been lost',
  made_with_stolen_card: 'the card had been stolen',
  misc: 'it does not say why',
  unauthorized_use_of_card: 'the cardholder didn’t authorize it',
};

const reviewReasons: Record<string, string> = {
  acknowledged: 'it was acknowledged',
  approved: 'it was approved',
  canceled: 'the payment was canceled',
  disputed: 'the payment was disputed',
  manual: 'it was requested in Stripe',
  payment_never_settled: 'the payment never settled',
  redacted: 'the payment’s details were erased',
  refunded: 'the payment was refunded',
  refunded_as_fraud: 'the payment was refunded as fraud',
  rule: 'a Stripe Radar rule requested it',
};

/** Returns Stripe's code for a fraud warning or a review as a clause, as `disputeReason` does. */
export function warningReason(kind: WarningKind, reason: string): string {
  return (kind === 'review' ? reviewReasons : fraudTypes)[reason] ?? inWords(reason);
}

/** Returns whether work goes on despite a dispute, as a sentence; empty without a dispute or for an ended order. */
export function effectOnWork(order: Order): string {
  const { dispute, deliveredAt, paymentStatus } = order;
  if (dispute === null || hasEnded(order)) return '';
  const advice = dispute === 'inquiry' ? 'A refund now avoids a chargeback.' : '';
  if (deliveredAt !== null) return `The reading was delivered. ${advice}`.trim();
  if (isWorkable(paymentStatus)) return `Work may continue. ${advice}`.trim();
  return paymentStatus === 'disputed' ? 'Work has stopped.' : advice;
}

/** Returns a sentence for an order that can't get a reading now; its badges say why. */
export function noReadingText(order: Order): string {
  if (hasEnded(order)) return 'No reading is needed.';
  return order.paymentStatus === 'review' ? 'Check the payment first.' : 'No reading can be written now.';
}

/** Returns sentences on a dispute, a pending refund, and a hold by a fraud warning or review, all from our data. */
export function paymentConcerns({ dispute, hold, refundingAmount, currency }: Order): string[] {
  const disputes = {
    inquiry: 'The customer’s bank is asking about this payment. It has taken no money.',
    open: 'The customer’s bank has taken this payment back for now: it is disputed.',
    lost: 'The dispute about this payment was lost: the money is gone for good.',
    closed: 'There was a dispute about this payment. It is over.',
  };
  const doubts = {
    early_fraud_warning: 'The customer’s bank reported this payment as fraud.',
    review: 'Stripe’s checks put this payment under review.',
  };
  return [
    ...(dispute ? [disputes[dispute]] : []),
    ...(refundingAmount > 0 ? [`${formatAmount(refundingAmount, currency)} is being refunded.`] : []),
    ...(hold === 'early_fraud_warning' || hold === 'review' ? [doubts[hold]] : []),
  ];
}

/** Returns words for a Stripe code unknown to this version. */
function inWords(word: string): string {
  return word.replace(/_+/g, ' ').trim();
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
