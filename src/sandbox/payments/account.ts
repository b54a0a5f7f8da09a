import type Stripe from 'stripe';
import { invalidRequest, resourceMissing } from '../rest/errors.ts';
import type { Params } from '../rest/params.ts';
import { newId } from '../store.ts';
import type { Work } from './context.ts';

type Domain = Stripe.PaymentMethodDomain;

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

export function findDomain({ store }: Work, id: string): Domain {
  const domain = store.get('payment_method_domain', id);
  if (!domain) throw resourceMissing('payment_method_domain', id);
  return domain;
}

/** Registers a domain for wallets, once (https://docs.stripe.com/payments/payment-methods/pmd-registration). */
export function createDomain(work: Work, { domain_name, enabled = true }: Params<'createDomain'>): Domain {
  if (!/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(domain_name)) {
    throw invalidRequest(`The domain name ${domain_name} is not valid.`, { param: 'domain_name' });
  }
  const known = work.store.list('payment_method_domain', { limit: 1, domainName: domain_name })?.data[0];
  if (known) return known;
  const domain = {
    id: newId('pmd'),
    object: 'payment_method_domain',
    apple_pay: { status: 'active' },
    google_pay: { status: 'active' },
    created: work.seconds,
    domain_name,
    enabled,
    livemode: false,
  } as Domain;
  work.store.put(domain);
  return domain;
}

export function changeDomain(work: Work, id: string, { enabled }: Params<'updateDomain'>): Domain {
  const domain = findDomain(work, id);
  const changed = { ...domain, enabled: enabled ?? domain.enabled };
  work.store.put(changed);
  return changed;
}
