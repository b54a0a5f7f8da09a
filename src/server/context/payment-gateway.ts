import type { DisputeStatus, RefundStatus, WarningKind } from '../../shared/orders/money-states.ts';

/** A card payment in our words; Stripe calls it a payment intent. */
export interface Payment {
  id: string;
  /** What the browser needs to pay. Never logged, stored or put into an address. */
  clientSecret: string;
  /** `open` can still be paid; `processing` is under way; the other two are final. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  amountCents: number;
  amountReceivedCents: number;
  currency: string;
  /** The order it was attached to. */
  orderId: string | null;
  /** Which service began it (`readServiceId`); null: not one of ours, or begun before payments were marked. */
  serviceId: string | null;
  isLive: boolean;
  /** What went back of it, and what is being refunded. */
  refundedCents: number;
  /** Those of its refunds that the provider names; failed ones too. */
  refunds: PaymentRefund[];
  /** Whether a bank ever took it back, or asked to: stays true when the dispute is won. */
  isDisputed: boolean;
  /** Null: not asked for, and so as they were. */
  disputes: PaymentDispute[] | null;
  /** Fraud warnings and the provider's own doubts. Null: not asked for, and so as they were. */
  warnings: PaymentWarning[] | null;
  /** What the provider calls the card that was declined last: the same for the same number. Null: none, or not told. */
  declinedCard: string | null;
  /** Milliseconds. Grows with every question, so that of two answers the later one is known. */
  askedAt: number;
}

/** Money that goes back. */
export interface PaymentRefund {
  id: string;
  amountCents: number;
  status: RefundStatus;
  /** The id of our intention to give it back; null when it was made elsewhere. */
  ourId: string | null;
  /** The provider's word for why it failed. */
  failure: string | null;
  /** Milliseconds since 1970 */
  createdAt: number;
}

/** A customer's bank questions a payment. */
export interface PaymentDispute {
  id: string;
  status: DisputeStatus;
  /** The provider's word for what the customer says. */
  reason: string;
  amountCents: number;
  /** What the bank has taken back of it for now, without fees. */
  withdrawnCents: number;
  /** Milliseconds since 1970: until when it can be answered; null when it cannot. */
  dueAt: number | null;
  /** Milliseconds since 1970 */
  createdAt: number;
}

/** A doubt that the customer is who they say. */
export interface PaymentWarning {
  id: string;
  /** From the card's bank, or from the provider's own checks, where a person is to look. */
  kind: WarningKind;
  reason: string;
  /** Whether anything is to be done about it. */
  isOpen: boolean;
  /** Milliseconds since 1970 */
  createdAt: number;
}

/** Something that happened to a payment, told by the provider. Only its identity is believed. */
export interface PaymentEvent {
  id: string;
  type: string;
  paymentId: string | null;
  /** Where it names no payment: the charge it is about. */
  chargeId: string | null;
  /** Whether the payment it carries is marked as begun by this service; null when it does not tell. */
  isMarked: boolean | null;
  /** Milliseconds since 1970 */
  createdAt: number;
}

/**
 * Takes card payments. Every failure is a `DomainError` with the code `payment_provider_failed`, whose cause is a
 * `ProviderFailure`.
 */
export interface PaymentGateway {
  /** Starts a payment, marked as ours. The same key never starts a second one. */
  openPayment(input: { amountCents: number; idempotencyKey: string }): Promise<Payment>;
  /**
   * @param scope `everything` asks for disputes and warnings too, which takes three questions more
   * @returns the payment as the provider knows it now, or null when it knows none
   */
  findPayment(id: string, scope?: 'payment' | 'everything'): Promise<Payment | null>;
  /** @returns the payment that a charge belongs to, or null */
  findPaymentId(chargeId: string): Promise<string | null>;
  /** Says which order an open payment is for. One that is over already is returned as it is. */
  attachOrder(
    id: string,
    order: { id: string; orderNumber: string; customerEmail: string },
  ): Promise<Payment>;
  /** Changes what an open payment asks for. */
  changeAmount(id: string, amountCents: number): Promise<Payment>;
  /** Makes an open payment impossible. A payment that has succeeded, or is under way, stays, and is returned. */
  cancelPayment(id: string): Promise<Payment>;
  /**
   * Gives money back. The same key never gives it back twice, for as long as the provider remembers keys.
   *
   * @param input.ourId the id of the intention, kept with the refund
   * @throws {DomainError} `payment_conflict` with the provider's words when it refuses: nothing was given back, and the
   *   key is used up. After any other error the outcome is unknown.
   */
  refundPayment(input: {
    id: string;
    amountCents: number;
    ourId: string;
    idempotencyKey: string;
  }): Promise<PaymentRefund>;
  /** All payments started since a time (milliseconds), newest first. */
  listPayments(since: number): AsyncIterable<Payment>;
  /** What happened to payments since a time (milliseconds), at most 30 days ago, newest first. */
  listEvents(since: number): AsyncIterable<PaymentEvent>;
  /**
   * Reads a webhook call.
   * @throws {WebhookRefused} when the signature is not the provider's or is too old
   */
  readEvent(rawBody: string, signature: string): PaymentEvent;
}
