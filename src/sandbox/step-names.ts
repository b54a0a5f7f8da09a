/** The steps of a bank, cardholder, Radar or Stripe's dashboard, by kind of object, with their buttons. */
export const steps = {
  payment_succeeds: { kind: 'payment_intent', label: 'The bank pays' },
  payment_fails: { kind: 'payment_intent', label: 'The bank refuses' },
  refunded_at_dashboard: { kind: 'payment_intent', label: 'Refund at Stripe' },
  disputed_as_fraudulent: { kind: 'payment_intent', label: 'Chargeback: fraud' },
  disputed_as_not_received: { kind: 'payment_intent', label: 'Chargeback: nothing received' },
  inquiry_opened: { kind: 'payment_intent', label: 'Inquiry' },
  early_fraud_warning: { kind: 'payment_intent', label: 'Early fraud warning' },
  review_opened: { kind: 'payment_intent', label: 'Put under review' },
  refund_succeeds: { kind: 'refund', label: 'It arrives' },
  refund_fails: { kind: 'refund', label: 'It fails' },
  refund_canceled: { kind: 'refund', label: 'Cancel it at Stripe' },
  refund_requires_action: { kind: 'refund', label: 'It waits for the customer' },
  dispute_answered: { kind: 'dispute', label: 'Hand in evidence at Stripe' },
  dispute_won: { kind: 'dispute', label: 'Won' },
  dispute_lost: { kind: 'dispute', label: 'Lost' },
  inquiry_closed: { kind: 'dispute', label: 'It is closed' },
  inquiry_escalates: { kind: 'dispute', label: 'It becomes a chargeback' },
  review_approved: { kind: 'review', label: 'Approve' },
  foreign_payment: { kind: null, label: 'Another shop on the account is paid' },
} as const;

export type SandboxStep = keyof typeof steps;
export const stepNames = Object.keys(steps) as [SandboxStep, ...SandboxStep[]];

/** The steps that can follow a successful payment. */
export type Aftermath =
  | 'disputed_as_fraudulent'
  | 'disputed_as_not_received'
  | 'inquiry_opened'
  | 'early_fraud_warning'
  | 'review_opened';
