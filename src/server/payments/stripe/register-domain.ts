import type Stripe from 'stripe';
import { callStripeForAdmin } from './stripe-client.ts';

type Domain = Stripe.PaymentMethodDomain;

/** Registers the shop's domain at Stripe for wallets, once. Returns sentences about the outcome. */
export async function registerDomain(stripe: Stripe, publicUrl: string): Promise<string[]> {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:') return [`${hostname}: wallets need https, so nothing is registered for them.`];
  const { data } = await callStripeForAdmin(() =>
    stripe.paymentMethodDomains.list({ domain_name: hostname, limit: 1 }),
  );
  const [known] = data;
  if (!known) {
    const made = await callStripeForAdmin(() =>
      stripe.paymentMethodDomains.create({ domain_name: hostname }),
    );
    return [`Registered ${hostname} for Apple Pay and Google Pay.`, ...(await troubles(stripe, made))];
  }
  if (!known.enabled) {
    const enabled = await callStripeForAdmin(() =>
      stripe.paymentMethodDomains.update(known.id, { enabled: true }),
    );
    return [`${hostname}: is enabled for wallets again.`, ...(await troubles(stripe, enabled))];
  }
  const lines = await troubles(stripe, known);
  return lines.length > 0 ? lines : [`${hostname} is registered for Apple Pay and Google Pay.`];
}

/** Validates the domain at Stripe again and returns why wallets are inactive. */
async function troubles(stripe: Stripe, domain: Domain): Promise<string[]> {
  if (inactive(domain).length === 0) return [];
  return inactive(await callStripeForAdmin(() => stripe.paymentMethodDomains.validate(domain.id)));
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
