import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { Work } from './context.ts';

/** @returns the account behind the keys; the first call creates it */
export function accountOf({ store, seconds }: Work): Stripe.Account {
  const known = store.list('account', { limit: 1 })?.data[0];
  if (known) return known;
  const opened = {
    id: newId('acct'),
    object: 'account',
    charges_enabled: true,
    country: 'US',
    created: seconds,
    default_currency: 'usd',
    details_submitted: true,
    metadata: {},
    payouts_enabled: true,
    requirements: { currently_due: [], disabled_reason: null },
    settings: {
      card_payments: { statement_descriptor_prefix: 'SANDBOX' },
      dashboard: { display_name: 'Sandbox', timezone: 'Etc/UTC' },
      payments: { statement_descriptor: 'SANDBOX' },
    },
    type: 'standard',
  } as unknown as Stripe.Account;
  store.put(opened);
  return opened;
}
