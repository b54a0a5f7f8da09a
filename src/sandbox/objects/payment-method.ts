import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { BillingParams } from '../rest/params.ts';
import type { CardFacts } from './cards.ts';

type WalletName = 'apple_pay' | 'google_pay';

/** A wallet pays with a card of its own, whose last digits need not be those on the plastic. */
function walletOf(type: WalletName, last4: string): Stripe.PaymentMethod.Card.Wallet {
  return { type, dynamic_last4: last4, [type]: {} };
}

/** A card with the billing details given for it. */
export function buildPaymentMethod(
  card: CardFacts,
  billing: BillingParams | undefined,
  created: number,
  wallet: WalletName | null = null,
): Stripe.PaymentMethod {
  const address = billing?.address;
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: {
        city: address?.city || null,
        country: address?.country || null,
        line1: address?.line1 || null,
        line2: address?.line2 || null,
        postal_code: address?.postal_code || null,
        state: address?.state || null,
      },
      email: billing?.email || null,
      name: billing?.name || null,
      phone: billing?.phone || null,
      tax_id: null,
    },
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: address?.postal_code ? 'pass' : null,
        cvc_check: card.cvcCheck,
      },
      country: 'US',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: card.fingerprint,
      funding: card.funding,
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: wallet && walletOf(wallet, card.last4),
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies Stripe.PaymentMethod;
}
