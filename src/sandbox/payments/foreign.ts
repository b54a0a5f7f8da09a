import type Stripe from 'stripe';
import { confirmIntent } from './confirm.ts';
import type { Work } from './context.ts';
import { createIntent, findIntent } from './intents.ts';

/**
 * A customer of another shop on the same Stripe account pays, or is declined five times: nothing of it carries
 * a mark of ours.
 */
export function payElsewhere(work: Work, isDeclined: boolean): Stripe.PaymentIntent {
  const { id } = createIntent(work, {
    amount: 2500,
    currency: 'usd',
    description: 'A payment of another shop',
    metadata: { shop: 'another' },
  });
  const card = isDeclined ? 'pm_card_chargeDeclined' : 'pm_card_visa';
  for (let attempt = 0; attempt < (isDeclined ? 5 : 1); attempt += 1) {
    confirmIntent(work, id, { payment_method: card });
  }
  return findIntent(work, id);
}
