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
  isLive: boolean;
  refundedCents: number;
  isDisputed: boolean;
  /** What the provider calls the card that was declined last: the same for the same number. Null: none, or not told. */
  declinedCard: string | null;
}

/** Money that goes back. */
export interface Refund {
  id: string;
  /** In the provider's words: `succeeded`, `pending`, `failed` … */
  status: string;
  /** The payment as it is after it. */
  payment: Payment;
}

/** Something that happened to a payment, told by the provider. Only its identity is believed. */
export interface PaymentEvent {
  id: string;
  type: string;
  paymentId: string | null;
}

/**
 * Takes card payments. Every failure is a `DomainError` with the code `payment_provider_failed`, whose cause is a
 * `ProviderFailure`.
 */
export interface PaymentGateway {
  /** Starts a payment. The same key never starts a second one. */
  openPayment(input: { amountCents: number; idempotencyKey: string }): Promise<Payment>;
  /** @returns the payment as the provider knows it now, or null when it knows none */
  findPayment(id: string): Promise<Payment | null>;
  /** Says which order an open payment is for. One that is over already is returned as it is. */
  attachOrder(id: string, orderId: string): Promise<Payment>;
  /** Changes what an open payment asks for. */
  changeAmount(id: string, amountCents: number): Promise<Payment>;
  /** Makes an open payment impossible. A payment that has succeeded stays, and is returned. */
  cancelPayment(id: string): Promise<Payment>;
  /**
   * Gives money back. The same key never gives it back twice.
   * @throws {DomainError} `payment_conflict` with the provider's words when it refuses
   */
  refundPayment(input: { id: string; amountCents: number; idempotencyKey: string }): Promise<Refund>;
  /** All payments started since a time (milliseconds), newest first. */
  listPayments(since: number): AsyncIterable<Payment>;
  /**
   * Reads a webhook call.
   * @throws {DomainError} `invalid_request` when the signature is not the provider's or is too old
   */
  readEvent(rawBody: string, signature: string): PaymentEvent;
}
