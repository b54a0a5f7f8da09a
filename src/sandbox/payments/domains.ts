import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import { invalidRequest, resourceMissing } from '../rest/errors.ts';
import type { Params } from '../rest/params.ts';
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
  const known = work.store.list('payment_method_domain', { limit: 1, domainName: domain_name })?.data[0];
  if (known) return known;
  const active = { status: 'active' } as const;
  const domain = {
    id: newId('pmd'),
    object: 'payment_method_domain',
    ...{ apple_pay: active, google_pay: active },
    created: work.seconds,
    domain_name,
    enabled: enabled ?? true,
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
