import type Stripe from 'stripe';
import { buildAccount, withCharges } from '../objects/account.ts';
import type { Params } from '../rest/params.ts';
import type { Store } from '../store.ts';
import type { Work } from './context.ts';

function knownAccount(store: Store): Stripe.Account | undefined {
  return store.list('account', { limit: 1 })?.data[0];
}

/** The account behind the keys; the first call creates it. */
export function accountOf(work: Work): Stripe.Account {
  const known = knownAccount(work.store);
  if (known) return known;
  const opened = buildAccount(work.seconds);
  work.store.put(opened);
  return opened;
}

/** What Stripe does to an account that it no longer trusts, or again does. */
export function changeAccount(work: Work, params: Params<'changeAccount'>): Stripe.Account {
  const changed = withCharges(accountOf(work), params.charges_enabled);
  work.store.put(changed);
  return changed;
}

/** Whether there is nothing on the account that could be given back; the sandbox counts no balance beyond that. */
export function isBalanceEmpty(store: Store): boolean {
  return knownAccount(store)?.metadata?.balance === 'empty';
}

/** All money was paid out to the shop's bank, or comes from there. */
export function setBalance(work: Work, balance: 'empty' | 'filled'): Stripe.Account {
  const changed = { ...accountOf(work), metadata: { balance } };
  work.store.put(changed);
  return changed;
}
