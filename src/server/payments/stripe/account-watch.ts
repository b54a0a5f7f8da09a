import type Stripe from 'stripe';
import { type AccountTroubles, noAccountTroubles, ProviderFailure } from '../../base/provider-failure.ts';
import { callStripe, createStripeClient, type StripeAccess } from './stripe-client.ts';
import { findEndpointTrouble, listEndpoints } from './webhook-endpoint.ts';

export const statementCharacters = 22;

/** Checks what the key may read of the account at Stripe. Without an answer the last result stays. */
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

/** Returns null when the key may not read it, `unknown` when Stripe does not answer. */
async function read<T>(request: () => Promise<T>): Promise<T | null | 'unknown'> {
  try {
    return await callStripe(request);
  } catch (error) {
    const failure = error instanceof Error ? error.cause : null;
    if (!(failure instanceof ProviderFailure)) throw error;
    return failure.reason === 'permission' ? null : 'unknown';
  }
}

/** Returns why the account may not take payments, in Stripe's words; null when it may. */
export function whyStopped({ charges_enabled, requirements }: Stripe.Account): string | null {
  if (charges_enabled) return null;
  return requirements?.disabled_reason ?? 'charges are not enabled';
}

/** Returns the prefix that makes a descriptor too long; null when both fit, or Stripe shortens its own. */
export function findLongPrefix({ settings }: Stripe.Account, descriptor: string): string | null {
  const prefix = settings?.card_payments?.statement_descriptor_prefix;
  return prefix && `${prefix}* ${descriptor}`.length > statementCharacters ? prefix : null;
}
