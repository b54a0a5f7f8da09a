import { DomainError } from '../../basics/errors.ts';
import type { Context } from '../../context/context.ts';
import type { Payment } from '../../context/payment-gateway.ts';
import { ProviderFailure } from '../../context/provider-failure.ts';
import type { OrderRow } from '../../orders/order-repository.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Asks the payment provider for everything about an order's payment, for an admin or a reader, and brings the order up
 * to date with it.
 *
 * @param meanwhile a sentence that says what was not done, if the provider does not answer
 * @returns null when the order was free, or the provider does not know its payment
 * @throws {DomainError} `payment_provider_failed` that says why the provider could not be asked
 */
export async function askAbout(
  context: Context,
  { paymentIntentId }: Pick<OrderRow, 'paymentIntentId'>,
  meanwhile?: string,
): Promise<Payment | null> {
  if (paymentIntentId === null) return null;
  const payment = await context.payments
    .findPayment(paymentIntentId, 'everything')
    .catch((error: unknown) => tellAdmin(error, meanwhile));
  if (payment) await settlePayment(context, payment);
  return payment;
}

/** The sentence of the gateway is for customers. */
function tellAdmin(error: unknown, meanwhile?: string): never {
  if (!(error instanceof DomainError) || !(error.cause instanceof ProviderFailure)) throw error;
  const { cause } = error;
  const why = `Stripe could not be asked: ${cause.words}.`;
  throw new DomainError('payment_provider_failed', meanwhile ? `${why} ${meanwhile}` : why, { cause });
}
