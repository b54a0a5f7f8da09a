import type { CheckoutSubmitted } from '../../shared/checkout/checkout.ts';
import type { CheckoutCalls } from './checkout-calls.ts';

/** What is wrong with the card as it was typed. */
export interface CardProblem {
  message: string | undefined;
  /** Whether the fields say it themselves, as they do of what is missing or mistyped. */
  isShown: boolean;
  /** Whether a wallet reported it: the customer may close a wallet without paying, which is no error. */
  isWallet?: boolean;
}

/** Why a payment did not go through. */
export interface PaymentRefusal {
  message: string | undefined;
  /** Whether it may have gone through all the same: the provider was not heard to the end. */
  isUncertain: boolean;
}

/** What the provider says became of a payment; `processing`: the customer's bank has not decided yet. */
export type PaymentOutcome = 'paid' | 'unpaid' | 'processing' | 'unknown';

/** The payment form on the page, as far as the checkout needs it. */
export interface PaymentForm {
  /**
   * Looks at what was typed into it, or has the wallet that was chosen ask.
   *
   * @param isFormRight whether the rest of the form is: no wallet is opened before
   * @returns what is wrong, or null
   */
  check(isFormRight: Promise<boolean>): Promise<CardProblem | null>;
  /**
   * Pays.
   *
   * @returns why it did not work, `processing` while the bank has not decided, or null when it is paid, also by an
   *   earlier attempt
   */
  confirm(clientSecret: string, returnUrl: string): Promise<PaymentRefusal | 'processing' | null>;
  /** Asks the provider what became of a payment. */
  outcomeOf(clientSecret: string): Promise<PaymentOutcome>;
}

/** A payment that was begun. */
export interface Attempt {
  order: CheckoutSubmitted;
  clientSecret: string;
  /** The text of the form that was sent. */
  sentAs: string;
}

type ServerCall = Pick<CheckoutCalls, 'confirmPayment'>;

/** How long a paid customer waits for our server's word before the page moves on. */
const confirmationPatienceMs = 5_000;

/** Asks the provider what became of a payment, and our server when the provider cannot be heard. */
export async function outcomeOf(
  { order, clientSecret }: Attempt,
  payment: PaymentForm | null,
  calls: ServerCall,
): Promise<PaymentOutcome> {
  const told = await payment?.outcomeOf(clientSecret).catch(() => null);
  if (told) return told;
  const answer = await calls.confirmPayment(idsOf(order)).catch(() => null);
  if (!answer) return 'unknown';
  return answer.status === 'unpaid' || answer.status === 'processing' ? answer.status : 'paid';
}

/**
 * Tells our server that an order was paid. It may fail or take long without consequence: the webhook tells the
 * server, too.
 */
export async function tellServer(order: CheckoutSubmitted, calls: ServerCall): Promise<void> {
  const enough = new Promise((resolve) => setTimeout(resolve, confirmationPatienceMs));
  await Promise.race([calls.confirmPayment(idsOf(order)).catch(() => undefined), enough]);
}

function idsOf({ orderId, orderNumber }: CheckoutSubmitted) {
  return { orderId, orderNumber };
}
