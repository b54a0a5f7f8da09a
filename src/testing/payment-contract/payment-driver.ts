import type { Payment, PaymentGateway } from '../../server/context/payment-gateway.ts';
import type { FailureReason } from '../../server/context/provider-failure.ts';

/** A card, by what happens with it. */
export type Card =
  | 'good'
  | 'declined'
  | 'without funds'
  | 'asking for 3-D Secure'
  | 'processing'
  | 'refunded slowly'
  | 'not refundable'
  | 'disputed as fraud'
  | 'disputed as not received'
  | 'inquired'
  | 'disputed twice'
  | 'warned of'
  | 'under review';

export type Trouble = Extract<FailureReason, 'unreachable' | 'key' | 'permission'>;

/** What a person sees who looks at a payment at the provider's. */
export interface AtDashboard {
  metadata: Record<string, string>;
  description: string | null;
  suffix: string | null;
  receiptEmail: string | null;
}

/**
 * What a customer, a bank and a person at the provider's dashboard can do, over one gateway. Not every provider lets a
 * test do what is optional here; the cases that need it are skipped, and say so.
 */
export interface PaymentDriver {
  gateway: PaymentGateway;
  /** What must never be in words that an admin reads. */
  secrets: string[];
  /** The cards that there are. */
  cards: ReadonlySet<Card>;
  /** What can be made to be wrong. */
  troubles: ReadonlySet<Trouble>;
  /** Whether banks wait for `banksDecide`, so that what is in between can be seen. */
  areBanksPatient: boolean;
  /** How long something may take to happen, in milliseconds. */
  patience: number;
  /** Milliseconds since 1970, by the provider's clock */
  now(): number;
  /** The customer tries to pay. @returns whether the payment could be tried at all */
  pay(payment: Pick<Payment, 'id' | 'clientSecret'>, card: Card): Promise<boolean>;
  /** Lets everything happen that banks still have to do. */
  banksDecide(): Promise<void>;
  /** @returns the charge that paid */
  chargeOf(paymentId: string): Promise<string>;
  /** Another shop on the same account begins a payment; with an order's id as of before payments were marked. */
  openElsewhere(amountCents: number, orderId?: string): Promise<Pick<Payment, 'id' | 'clientSecret'>>;
  /** Refunds money at the dashboard. */
  refundElsewhere(paymentId: string, amountCents: number): Promise<void>;
  /** Hands in evidence that the bank decides by. An inquiry is closed by any but the escalating. */
  answer(disputeId: string, evidence: 'winning' | 'losing' | 'escalating'): Promise<void>;
  /** Gives a dispute up. */
  acceptDispute(disputeId: string): Promise<void>;
  approveReview(reviewId: string): Promise<void>;
  /** The answer to this call is lost while something is done. */
  losingAnswers(call: 'openPayment' | 'refundPayment', work: () => Promise<void>): Promise<void>;
  /** @returns a gateway to a provider with this trouble, and how to end it */
  breakDown(trouble: Trouble): Promise<{ gateway: PaymentGateway; mend: () => Promise<void> }>;
  /** @returns how often the provider was asked meanwhile */
  countRequests?(work: () => Promise<unknown>): Promise<number>;
  lookAt?(paymentId: string): Promise<AtDashboard>;
  /** The bank refuses a payment that is processing. */
  refuseProcessing?(paymentId: string): Promise<void>;
  /** A refund that is under way waits for the customer, or is taken back. */
  moveRefund?(paymentId: string, refundId: string, status: 'requires_action' | 'canceled'): Promise<void>;
  /** A bank takes back what was paid with any card. */
  chargeBack?(paymentId: string): Promise<void>;
  /** Time passes, in milliseconds. */
  advance?(milliseconds: number): void;
  close(): Promise<void>;
}

/** What is wrong when a gateway lacks a permission. */
export const missingPermission = 'refund_write';
