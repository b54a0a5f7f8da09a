/** What the bank, the cardholder, Radar or a person at Stripe's dashboard does; each names its object's kind. */
export const steps = {
  payment_succeeds: 'payment_intent',
  payment_fails: 'payment_intent',
  disputed_as_fraudulent: 'payment_intent',
  disputed_as_not_received: 'payment_intent',
  inquiry_opened: 'payment_intent',
  early_fraud_warning: 'payment_intent',
  review_opened: 'payment_intent',
  refunded_at_dashboard: 'payment_intent',
  refund_succeeds: 'refund',
  refund_fails: 'refund',
  refund_canceled: 'refund',
  refund_requires_action: 'refund',
  dispute_answered: 'dispute',
  dispute_won: 'dispute',
  dispute_lost: 'dispute',
  inquiry_closed: 'dispute',
  inquiry_escalates: 'dispute',
  review_approved: 'review',
  balance_emptied: null,
  balance_filled: null,
  foreign_payment: null,
  foreign_declines: null,
} as const;

export type Step = keyof typeof steps;
export const stepNames = Object.keys(steps) as [Step, ...Step[]];

/** What can follow a payment that succeeded. */
export type Aftermath = Extract<
  Step,
  | 'disputed_as_fraudulent'
  | 'disputed_as_not_received'
  | 'inquiry_opened'
  | 'early_fraud_warning'
  | 'review_opened'
>;
