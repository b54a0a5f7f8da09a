import { asRunHere } from '../config/command-way.ts';
import type { EndpointTrouble } from '../context/account-troubles.ts';
import type { Context } from '../context/context.ts';
import { webhookPath } from '../payments/payment-routes.ts';
import type { PlainAlert } from './payment-alerts.ts';

type Known = Pick<Context, 'accountTroubles' | 'config'>;

/** @returns an alert for an account at Stripe that may take no payments; null when it may */
export function findAccountAlert({ accountTroubles, config }: Known): PlainAlert | null {
  const { stopped } = accountTroubles();
  if (stopped === null) return null;
  const isTest = config.stripe.mode === 'test';
  return {
    code: 'payments_refused',
    count: 1,
    message: `${isTest ? 'With live keys customers couldn’t pay yet' : 'Customers can’t pay'}: Stripe lets the account take no payments (${stopped}). Open Stripe's dashboard and do what it asks for.${isTest ? ' Test payments work.' : ''}`,
  };
}

/** @returns what keeps Stripe from calling us, and the command that fixes it; null when Stripe reports all events */
export function endpointTroubleInWords({ accountTroubles, config }: Known): string | null {
  const { endpoint } = accountTroubles();
  if (endpoint === null) return null;
  return asRunHere(
    `${describeEndpoint(endpoint, config.publicUrl + webhookPath)} What it does not tell of is found later. Run npm run stripe -- setup, which mends it.`,
    config.commandWay,
  );
}

function describeEndpoint(trouble: EndpointTrouble, url: string): string {
  switch (trouble.kind) {
    case 'none':
      return `Stripe has no webhook endpoint for ${url}.`;
    case 'disabled':
      return `Stripe's webhook endpoint for ${url} is disabled.`;
    case 'events':
      return `Stripe's webhook endpoint is not told of ${trouble.missing.join(', ')}.`;
  }
}
