import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { Store } from '../store.ts';
import type { Work } from './context.ts';

function knownAccount(store: Store): Stripe.Account | undefined {
  return store.list('account', { limit: 1 })?.data[0];
}

/** @returns the account behind the keys; the first call creates it */
export function accountOf({ store, seconds }: Work): Stripe.Account {
  const known = knownAccount(store);
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

/** @returns whether there is nothing on the account that could be given back; the sandbox counts no other balance */
export function isBalanceEmpty(store: Store): boolean {
  return knownAccount(store)?.metadata?.balance === 'empty';
}

/** Pays all money out to the shop's bank, or takes it from there. */
export function setBalance(work: Work, balance: 'empty' | 'filled'): Stripe.Account {
  const changed = { ...accountOf(work), metadata: { balance } };
  work.store.put(changed);
  return changed;
}
