import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import { invalidRequest, resourceMissing } from '../rest/errors.ts';
import type { Params } from '../rest/params.ts';
import type { Store } from '../store.ts';
import type { Work } from './context.ts';

type Domain = Stripe.PaymentMethodDomain;

/* Domains that may show wallets (https://docs.stripe.com/payments/payment-methods/pmd-registration). */

/** A host, without scheme, port or path. */
const hostName = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** @throws ApiError 404 */
export function findDomain({ store }: Pick<Work, 'store'>, id: string): Domain {
  const domain = store.get('payment_method_domain', id);
  if (!domain) throw resourceMissing('payment_method_domain', id);
  return domain;
}

/** Registers a domain; one that is registered already stays as it is. */
export function createDomain(work: Work, { domain_name, enabled }: Params<'createDomain'>): Domain {
  if (!hostName.test(domain_name)) {
    throw invalidRequest(`The domain name ${domain_name} is not valid.`, { param: 'domain_name' });
  }
  const known = domainsOf(work.store).find((domain) => domain.domain_name === domain_name);
  if (known) return known;
  const active = { status: 'active' } as const;
  const domain: Domain = {
    id: newId('pmd'),
    object: 'payment_method_domain',
    amazon_pay: active,
    apple_pay: active,
    created: work.seconds,
    domain_name,
    enabled: enabled ?? true,
    google_pay: active,
    klarna: active,
    link: active,
    livemode: false,
    paypal: active,
  };
  work.store.put(domain);
  return domain;
}

export function changeDomain(work: Work, id: string, { enabled }: Params<'updateDomain'>): Domain {
  const domain = findDomain(work, id);
  const changed = { ...domain, enabled: enabled ?? domain.enabled };
  work.store.put(changed);
  return changed;
}

/** One page of them, by name or whether they are enabled (https://docs.stripe.com/api/payment_method_domains/list). */
export function listDomains(
  store: Store,
  { domain_name, enabled, limit = 10 }: Params<'listDomains'>,
): object {
  const found = domainsOf(store).filter(
    (domain) =>
      (domain_name === undefined || domain.domain_name === domain_name) &&
      (enabled === undefined || domain.enabled === enabled),
  );
  return {
    object: 'list',
    data: found.slice(0, limit),
    has_more: found.length > limit,
    url: '/v1/payment_method_domains',
  };
}

function domainsOf(store: Store): Domain[] {
  return store.list('payment_method_domain', { limit: 100 })?.data ?? [];
}
