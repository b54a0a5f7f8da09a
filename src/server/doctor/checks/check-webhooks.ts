import type Stripe from 'stripe';
import { days, minutes, wholeSeconds } from '../../../shared/durations.ts';
import type { EndpointTrouble } from '../../context/account-troubles.ts';
import { handledEvents } from '../../payments/stripe/handled-events.ts';
import { findEndpointTrouble, listEndpoints } from '../../stripe-account/webhook-endpoint.ts';
import { aboutFailure, outcomeOf } from './check-stripe.ts';
import { type Finding, failed, ok, spanText, warning } from './finding.ts';

/** Checks whether Stripe is set up to send this service all its events. */
export async function checkEndpoint(stripe: Stripe, url: string): Promise<Finding> {
  const { answer: endpoints, failure, said } = await outcomeOf(() => listEndpoints(stripe));
  if (failure?.reason === 'permission') {
    return warning(
      'The restricted key can’t read webhook endpoints, so you won’t be told if this one is missing.',
      'Give it the permission Webhook Endpoints: read (rak_webhook_read) at dashboard.stripe.com/apikeys.',
    );
  }
  if (failure !== null) return aboutFailure(failure, said);
  const trouble = findEndpointTrouble(endpoints, url);
  if (trouble === null) return ok(`${url} is told of everything.`);
  return failed(
    describe(trouble, url),
    'Run npm run stripe -- setup, which mends it. Until then payments are found some minutes late.',
  );
}

function describe(trouble: EndpointTrouble, url: string): string {
  switch (trouble.kind) {
    case 'none':
      return `Stripe has no webhook endpoint for ${url}.`;
    case 'disabled':
      return `The webhook endpoint for ${url} is disabled.`;
    case 'events':
      return `The webhook endpoint is not told of ${trouble.missing.join(', ')}.`;
  }
}

interface Deliveries {
  /** How many payments of the last day came without a webhook; null without a database. */
  missed: number | null;
  /** The time of the newest stored event, in milliseconds; null without any. */
  newestEventAt: number | null;
  now: number;
}

/** A younger event may still be on its way. */
const underWay = minutes(10);

/** Checks whether Stripe's messages arrive. */
export async function checkDeliveries(
  stripe: Stripe,
  { missed, newestEventAt, now }: Deliveries,
): Promise<Finding> {
  const { answer, failure, said } = await outcomeOf(() =>
    stripe.events.list({
      delivery_success: false,
      types: [...handledEvents],
      created: { gte: wholeSeconds(now - days(1)), lte: wholeSeconds(now - underWay) },
      limit: 100,
    }),
  );
  const newest =
    newestEventAt === null
      ? 'No event is known of the last 30 days'
      : `The newest event is ${spanText(Math.max(0, now - newestEventAt))} old`;
  const advice =
    'Look at dashboard.stripe.com/webhooks what Stripe was answered. 400: STRIPE_WEBHOOK_SECRET is not the signing secret of this endpoint. Anything else: the proxy or the way to it.';
  if (missed !== null && missed > 0) {
    return failed(
      `Of ${missed} ${missed === 1 ? 'payment' : 'payments'} of the last day no webhook has told; they were found later. ${newest}.`,
      advice,
    );
  }
  if (failure !== null && failure.reason !== 'permission') return aboutFailure(failure, said);
  const undelivered = answer?.data.length ?? 0;
  const [last] = answer?.data ?? [];
  if (undelivered > 0 && last) {
    const count = answer?.has_more ? 'More than 100' : String(undelivered);
    return failed(
      `${count} of the last day's events were not taken, the last of them ${last.type}. ${newest}.`,
      `${advice} Another program at the same Stripe account may be meant.`,
    );
  }
  if (newestEventAt === null) {
    return ok(
      `${newest}, and no event older than ten minutes has failed. Either there was no payment, or its event is still on the way.`,
    );
  }
  return ok(`${newest}, and nothing of the last day has failed.`);
}
