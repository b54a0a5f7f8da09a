import type { Money } from '../../shared/money.ts';
import type { DisputeStatus, RefundStatus, WarningKind } from '../../shared/orders/money-states.ts';

/** A card payment in our words; Stripe calls it a payment intent. */
export interface Payment {
  id: string;
  /** The browser needs it to pay. Never logged, stored or put into a URL. */
  clientSecret: string;
  /** `open` can still be paid; `processing` is under way; the other two are final. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  amountMinor: number;
  amountReceivedMinor: number;
  currency: string;
  orderId: string | null;
  /** Whether it is marked as begun by this service; not so for those begun before payments were marked. */
  isMarked: boolean;
  isLive: boolean;
  /** The refunded amount, including refunds under way. */
  refundedMinor: number;
  refunds: PaymentRefund[];
  /** Whether a bank ever took it back, or asked to; stays true when the dispute is won. */
  isDisputed: boolean;
  /** Null when not fetched: the stored ones stay. */
  disputes: PaymentDispute[] | null;
  /** Fraud warnings and the provider's own doubts. Null when not fetched: the stored ones stay. */
  warnings: PaymentWarning[] | null;
  /** The provider's fingerprint of the last declined card; null for none, or if unknown. */
  declinedCard: string | null;
  /** When this was requested, in milliseconds. Increases with each request, so that answers can be put in order. */
  askedAt: number;
}

export interface PaymentRefund {
  id: string;
  amountMinor: number;
  status: RefundStatus;
  /** The id of our intention to refund it; null when it was made elsewhere. */
  ourId: string | null;
  failure: string | null;
  createdAt: number;
}

export interface PaymentDispute {
  id: string;
  status: DisputeStatus;
  reason: string;
  /** The dispute's own currency, also for `withdrawnMinor`; it may differ from the payment's. */
  currency: string;
  amountMinor: number;
  /** The amount that the bank has withdrawn so far, without fees. */
  withdrawnMinor: number;
  dueAt: number | null;
  createdAt: number;
}

export interface PaymentWarning {
  id: string;
  kind: WarningKind;
  reason: string;
  isOpen: boolean;
  createdAt: number;
}

/** A payment event from the provider. Only the ids in it are trusted. */
export interface PaymentEvent {
  id: string;
  type: string;
  paymentId: string | null;
  chargeId: string | null;
  /** Whether its payment is marked as begun by this service; null if the event does not contain that. */
  isMarked: boolean | null;
  createdAt: number;
}

/**
 * How much to fetch. `payment` omits warnings, and refunds if all of them failed; `refunds` has all refunds, with one
 * more request; `everything` also has warnings, with three more.
 */
export type PaymentScope = 'payment' | 'refunds' | 'everything';

/**
 * Every failure is a `DomainError` whose cause is a `ProviderFailure`: `amount_conflict` when the sum is too small or
 * too large for a card, else `payment_provider_failed`.
 */
export interface PaymentGateway {
  /** Starts a payment, marked as ours. The same key never starts a second one. */
  openPayment(input: Money & { idempotencyKey: string }): Promise<Payment>;
  findPayment(id: string, scope?: PaymentScope): Promise<Payment | null>;
  findPaymentId(chargeId: string): Promise<string | null>;
  /** Assigns an open payment to its order. A payment that is already final is returned unchanged. */
  attachOrder(id: string, order: { id: string; orderNumber: string }): Promise<Payment>;
  changeAmount(id: string, money: Money): Promise<Payment>;
  /** Cancels an open payment. One that has succeeded, or is under way, is returned unchanged. */
  cancelPayment(id: string): Promise<Payment>;
  /** Refunds once per key. @throws {DomainError} `payment_conflict` when refused; after another error it is unknown */
  refundPayment(input: {
    id: string;
    amountMinor: number;
    ourId: string;
    idempotencyKey: string;
  }): Promise<PaymentRefund>;
  listPayments(since: number): AsyncIterable<Payment>;
  /** All events of payments since a time (milliseconds), at most 30 days ago, newest first. */
  listEvents(since: number): AsyncIterable<PaymentEvent>;
  /** @throws {WebhookRefused} when the signature is not the provider's or is too old */
  readEvent(rawBody: string, signature: string): PaymentEvent;
}
