import type Stripe from 'stripe';
import type { ProviderFailure } from '../../context/provider-failure.ts';
import { aboutFailure, outcomeOf } from './check-stripe.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

/**
 * The permissions that a restricted key needs, each with a call that tests it. Writes name an object that does not
 * exist: Stripe checks the key first, and then has nothing to change. The names are those of docs/self-hosting.md.
 */
const needed: [name: string, attempt: (stripe: Stripe) => Promise<unknown>][] = [
  ['PaymentIntents: write', (stripe) => stripe.paymentIntents.cancel('pi_of_doctor_that_is_not_there')],
  [
    'Charges and Refunds: write',
    (stripe) => stripe.refunds.create({ charge: 'ch_of_doctor_that_is_not_there' }),
  ],
  ['Charges and Refunds: read', (stripe) => stripe.charges.list({ limit: 1 })],
  ['Disputes: read', (stripe) => stripe.disputes.list({ limit: 1 })],
  ['Radar, reviews: read', (stripe) => stripe.reviews.list({ limit: 1 })],
  ['Radar, early fraud warnings: read', (stripe) => stripe.radar.earlyFraudWarnings.list({ limit: 1 })],
  ['Events: read', (stripe) => stripe.events.list({ limit: 1 })],
];

/** Checks whether a key may do everything that the service does with it. */
export async function checkPermissions(stripe: Stripe, secretKey: string): Promise<Finding> {
  if (!secretKey.startsWith('rk_')) return ok('A secret key may do everything.');
  const outcomes = await Promise.all(
    needed.map(async ([name, attempt]) => ({ name, ...(await outcomeOf(() => attempt(stripe))) })),
  );
  const lacking = outcomes.filter(({ failure }) => failure?.reason === 'permission');
  if (lacking.length > 0) {
    const names = lacking.map(({ name, failure }) => `${name}${calledByStripe(failure)}`);
    return failed(
      `The restricted key lacks ${names.join(', ')}.`,
      'Tick what is missing at dashboard.stripe.com/apikeys; it counts at once.',
    );
  }
  const unknown = outcomes.find(({ failure }) => failure !== null && failure.reason !== 'request');
  if (unknown?.failure?.reason === 'unreachable') {
    return warning(
      `Whether the key may do ${unknown.name} could not be tried out.`,
      'Try it again in some minutes.',
    );
  }
  if (unknown?.failure) return aboutFailure(unknown.failure, unknown.said);
  return ok('The restricted key may do all that the service needs.');
}

function calledByStripe(failure: ProviderFailure | null): string {
  return failure?.missingPermission ? ` (${failure.missingPermission})` : '';
}
