import type Stripe from 'stripe';
import { type AccountTroubles, noAccountTroubles, ProviderFailure } from '../../base/provider-failure.ts';
import { callStripe, createStripeClient, type StripeAccess } from './stripe-client.ts';
import { findEndpointTrouble, listEndpoints } from './webhook-endpoint.ts';

export const statementCharacters = 22;

/**
 * Watches the account at Stripe: `inspect` asks as far as the key may; `troubles` returns the last result, also while
 * Stripe does not answer. @param webhookUrl null to skip the endpoints
 */
export function createAccountWatch(access: StripeAccess, webhookUrl: string | null) {
  const stripe = createStripeClient(access);
  let troubles: AccountTroubles = noAccountTroubles;

  async function inspect(): Promise<void> {
    const account = await read(() => stripe.accounts.retrieveCurrent());
    if (account !== 'unknown') troubles = { ...troubles, stopped: account && whyStopped(account) };
    if (webhookUrl === null) return;
    const endpoints = await read(() => listEndpoints(stripe));
    if (endpoints === 'unknown') return;
    troubles = { ...troubles, endpoint: endpoints && findEndpointTrouble(endpoints, webhookUrl) };
  }

  return { inspect, troubles: () => troubles };
}

/** Returns null if the key may not read it, `unknown` if Stripe does not answer. */
async function read<T>(request: () => Promise<T>): Promise<T | null | 'unknown'> {
  try {
    return await callStripe(request);
  } catch (error) {
    const failure = error instanceof Error ? error.cause : null;
    if (!(failure instanceof ProviderFailure)) throw error;
    return failure.reason === 'permission' ? null : 'unknown';
  }
}

/** Returns why the account cannot take payments, in Stripe's words; null if it can. */
export function whyStopped({ charges_enabled, requirements }: Stripe.Account): string | null {
  if (charges_enabled) return null;
  return requirements?.disabled_reason ?? 'charges are not enabled';
}

/** Returns the account's prefix if it makes a statement descriptor too long; null if it fits or is not set. */
export function findLongPrefix({ settings }: Stripe.Account, descriptor: string): string | null {
  const prefix = settings?.card_payments?.statement_descriptor_prefix;
  return prefix && `${prefix}* ${descriptor}`.length > statementCharacters ? prefix : null;
}
