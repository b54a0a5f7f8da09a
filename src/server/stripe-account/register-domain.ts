import type Stripe from 'stripe';
import { DomainError } from '../basics/errors.ts';
import { ask, isRefusal } from '../payments/stripe/stripe-client.ts';

type Domain = Stripe.PaymentMethodDomain;

/**
 * Tells Stripe that a shop's address may show Apple Pay and Google Pay, which stay hidden without it
 * (https://docs.stripe.com/payments/payment-methods/pmd-registration). A second time changes nothing.
 *
 * @param publicUrl the shop's address, as customers see it
 * @returns what was done or is to be known, a sentence each
 * @throws {DomainError} `payment_provider_failed`; `invalid_request` in Stripe's words when it refuses the domain
 */
export async function registerDomain(stripe: Stripe, publicUrl: string): Promise<string[]> {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:') return [`${hostname}: wallets need https, so nothing is registered for them.`];
  const { data } = await change(() => stripe.paymentMethodDomains.list({ domain_name: hostname, limit: 1 }));
  const [known] = data;
  if (!known) {
    const made = await change(() => stripe.paymentMethodDomains.create({ domain_name: hostname }));
    return [`Registered ${hostname} for Apple Pay and Google Pay.`, ...(await troubles(stripe, made))];
  }
  if (!known.enabled) {
    const enabled = await change(() => stripe.paymentMethodDomains.update(known.id, { enabled: true }));
    return [`${hostname}: is enabled for wallets again.`, ...(await troubles(stripe, enabled))];
  }
  const lines = await troubles(stripe, known);
  return lines.length > 0 ? lines : [`${hostname} is registered for Apple Pay and Google Pay.`];
}

/** @returns what stands in the way of a wallet; one that was inactive is looked at by Stripe once more first */
async function troubles(stripe: Stripe, domain: Domain): Promise<string[]> {
  if (inactive(domain).length === 0) return [];
  return inactive(await change(() => stripe.paymentMethodDomains.validate(domain.id)));
}

function inactive({ domain_name, apple_pay, google_pay }: Domain): string[] {
  const wallets = [
    ['Apple Pay', apple_pay],
    ['Google Pay', google_pay],
  ] as const;
  return wallets
    .filter(([, { status }]) => status !== 'active')
    .map(([name, { status_details }]) => {
      const reason = status_details?.error_message ?? 'Stripe gives no reason.';
      return `${domain_name}: ${name} is not active. ${reason}`;
    });
}

function change<T>(request: () => Promise<T>): Promise<T> {
  return ask(() =>
    request().catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      throw new DomainError('invalid_request', `Stripe refuses: ${error.message}`);
    }),
  );
}
