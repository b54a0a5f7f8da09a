import type Stripe from 'stripe';
import { type AccountTroubles, noAccountTroubles } from '../context/account-troubles.ts';
import { ProviderFailure } from '../context/provider-failure.ts';
import { ask, createStripeClient, type StripeAccess } from '../payments/stripe/stripe-client.ts';
import { findEndpointTrouble, listEndpoints } from './webhook-endpoint.ts';

interface AccountWatchOptions {
  access: StripeAccess;
  /** Where Stripe is to call us; null where it cannot, because only this machine can. */
  webhookUrl: string | null;
}

/** How many characters banks print, with "* " between prefix and suffix (docs.stripe.com: statement descriptors). */
export const statementCharacters = 22;

/**
 * Checks now and then what the account at Stripe lacks. A key without the right to read something gives no result, and
 * when Stripe does not answer the last result stays. Neither is an alert here, since the calls that take payments have
 * a watch of their own.
 */
export function createAccountWatch({ access, webhookUrl }: AccountWatchOptions): {
  inspect: () => Promise<void>;
  troubles: () => AccountTroubles;
} {
  const stripe = createStripeClient(access);
  let troubles = noAccountTroubles;

  async function inspect() {
    const account = await read(() => stripe.accounts.retrieveCurrent());
    if (account !== 'unknown') troubles = { ...troubles, stopped: account && whyStopped(account) };
    if (webhookUrl === null) return;
    const endpoints = await read(() => listEndpoints(stripe));
    if (endpoints === 'unknown') return;
    troubles = { ...troubles, endpoint: endpoints && findEndpointTrouble(endpoints, webhookUrl) };
  }

  return { inspect, troubles: () => troubles };
}

/** @returns null where the key may not read it, `unknown` where Stripe does not say */
async function read<T>(request: () => Promise<T>): Promise<T | null | 'unknown'> {
  try {
    return await ask(request);
  } catch (error) {
    const failure = error instanceof Error ? error.cause : null;
    if (!(failure instanceof ProviderFailure)) throw error;
    return failure.reason === 'permission' ? null : 'unknown';
  }
}

/** @returns why the account may take no payments, in Stripe's words; null when it may */
export function whyStopped({ charges_enabled, requirements }: Stripe.Account): string | null {
  if (charges_enabled) return null;
  return requirements?.disabled_reason ?? 'charges are not enabled';
}

/**
 * Without a prefix Stripe cuts the account's own descriptor to what is left: the suffix is whole then.
 *
 * @returns the prefix with which a descriptor is too long; null when both fit
 */
export function findLongPrefix(
  { settings }: Stripe.Account,
  descriptor: string,
): { prefix: string; descriptor: string } | null {
  const prefix = settings?.card_payments?.statement_descriptor_prefix ?? '';
  const isLong = prefix !== '' && `${prefix}* ${descriptor}`.length > statementCharacters;
  return isLong ? { prefix, descriptor } : null;
}
