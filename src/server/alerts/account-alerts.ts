import { asRunHere } from '../config/command-way.ts';
import type { EndpointTrouble } from '../context/account-troubles.ts';
import type { Context } from '../context/context.ts';
import { webhookPath } from '../payments/payment-routes.ts';
import { statementCharacters } from '../stripe-account/account-watch.ts';
import type { PlainAlert } from './payment-alerts.ts';

/** @returns alerts for what the account at Stripe itself lacks */
export function listAccountAlerts({
  accountTroubles,
  config,
}: Pick<Context, 'accountTroubles' | 'config'>): PlainAlert[] {
  const { stopped, endpoint, longPrefix } = accountTroubles();
  const isTest = config.stripe.mode === 'test';
  const alerts: (PlainAlert | null)[] = [
    stopped === null
      ? null
      : {
          code: 'account_stopped',
          count: 1,
          message: `${isTest ? 'With live keys nobody could pay yet' : 'Nobody can pay'}: Stripe lets the account take no payments (${stopped}). Open Stripe's dashboard and do what it asks for.${isTest ? ' Test payments work.' : ''}`,
        },
    endpoint === null
      ? null
      : {
          code: 'webhook_endpoint',
          count: 1,
          message: asRunHere(
            `${describeEndpoint(endpoint, config.publicUrl + webhookPath)} What it does not tell of is found later. Run npm run stripe -- setup, which mends it.`,
            config.commandWay,
          ),
        },
    longPrefix === null
      ? null
      : {
          code: 'descriptor_too_long',
          count: 1,
          message: `Card statements have room for ${statementCharacters} characters and cut “${longPrefix.prefix}* ${longPrefix.descriptor}”. In the settings, under Name and contact, shorten it to ${statementCharacters - `${longPrefix.prefix}* `.length} characters, or the shortened descriptor in Stripe's settings.`,
        },
  ];
  return alerts.filter((alert) => alert !== null);
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
