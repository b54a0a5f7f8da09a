import type { CheckoutSubmitted } from '../../shared/checkout/checkout-schema.ts';
import { type CheckoutCalls, logFailure } from './checkout-calls.ts';
import type { CheckoutFields } from './form-fields.ts';
import type { ShownPrice } from './shown-terms.ts';

/** `processing`: the customer's bank has not decided yet. */
export type AttemptOutcome = 'paid' | 'unpaid' | 'processing' | 'unknown';

export interface PaymentForm {
  /** @returns what is wrong. `isShown`: the fields say it themselves; `isWallet`: the wallet may have been closed */
  check(
    isFormRight: Promise<boolean>,
  ): Promise<{ message: string | undefined; isShown: boolean; isWallet?: boolean } | null>;
  /** @returns null when it is paid, also by an earlier attempt; `isUncertain`: it may have gone through */
  confirm(
    clientSecret: string,
    returnUrl: string,
  ): Promise<{ message: string | undefined; isUncertain: boolean } | 'processing' | null>;
  outcomeOf(clientSecret: string): Promise<AttemptOutcome>;
}

export interface Attempt {
  order: CheckoutSubmitted;
  clientSecret: string;
  sentAs: string;
}

type ServerCall = Pick<CheckoutCalls, 'confirmPayment'>;

/** How long a paid customer waits for our server before the page moves on. */
const confirmationTimeoutMs = 5_000;

/** Looks up a payment at the provider, and at our server when that fails; `unknown` when neither answers. */
export async function outcomeOf(
  { order, clientSecret }: Attempt,
  payment: PaymentForm | null,
  calls: ServerCall,
): Promise<AttemptOutcome> {
  const known = await payment?.outcomeOf(clientSecret).catch(() => null);
  if (known) return known;
  const answer = await calls.confirmPayment(idsOf(order)).catch(() => null);
  if (!answer) return 'unknown';
  return answer.status === 'unpaid' || answer.status === 'processing' ? answer.status : 'paid';
}

/** Tells our server that an order was paid; waits 5 s at most, and logs a failure: the webhook tells it, too. */
export async function confirmWithServer(order: CheckoutSubmitted, calls: ServerCall): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, confirmationTimeoutMs));
  const told = calls
    .confirmPayment(idsOf(order))
    .catch((error: unknown) => logFailure(error, 'Payment could not be confirmed with the server'));
  await Promise.race([told, timeout]);
}

function idsOf({ orderId, orderNumber }: CheckoutSubmitted) {
  return { orderId, orderNumber };
}

export class PaymentFailed extends Error {}

/** A press of the button: the form as it was, and the payment form; null when the reading is free. */
export interface Press {
  fields: CheckoutFields;
  payment: PaymentForm | null;
  isAnother: boolean;
  /** What the button said. The price may change while its calls are made. */
  shown: ShownPrice;
}
