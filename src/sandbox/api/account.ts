import type Stripe from 'stripe';
import { buildAccount, withCharges } from '../objects/account.ts';
import type { Work } from '../payments/context.ts';
import type { Params } from '../rest/params.ts';

/** The account behind the keys; it is opened by whoever asks for it first. */
export function accountOf(work: Work): Stripe.Account {
  const known = work.store.list('account', { limit: 1 })?.data[0];
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
