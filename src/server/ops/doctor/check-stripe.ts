import Stripe from 'stripe';
import { days, minutes, seconds, wholeSeconds } from '../../../shared/durations.ts';
import type { StripeConfig } from '../../base/config/stripe-config.ts';
import { codeOf } from '../../base/errors.ts';
import { ProviderFailure } from '../../base/provider-failure.ts';
import { findLongPrefix, statementCharacters, whyStopped } from '../../payments/stripe/account-watch.ts';
import { describeFailure } from '../../payments/stripe/describe-failure.ts';
import { handledEvents } from '../../payments/stripe/handled-events.ts';
import { toDomainError } from '../../payments/stripe/stripe-client.ts';
import {
  describeEndpointTrouble,
  findEndpointTrouble,
  listEndpoints,
} from '../../payments/stripe/webhook-endpoint.ts';
import { combine, error, type Finding, ok, spanText, warning } from './finding.ts';
import { type Ask, whyUnanswered } from './network.ts';

type Keys = Exclude<StripeConfig, { mode: 'sandbox' }>;

async function outcomeOf<T>(request: () => Promise<T>) {
  try {
    return { answer: await request(), failure: null, said: null };
  } catch (cause) {
    const failure = toDomainError(cause).cause;
    if (!(failure instanceof ProviderFailure)) throw cause;
    return { answer: null, failure, said: wordsOf(cause, failure) };
  }
}

/** Stripe's own words without keys and addresses, with the number of the request. */
function wordsOf(cause: unknown, { words }: ProviderFailure): string {
  if (!(cause instanceof Stripe.errors.StripeError)) return words;
  const plain = cause.message.replace(/\b(sk|rk|pk|whsec)_[\w*]+/g, '…').replace(/[^\s<>"]+@[^\s<>"]+/g, '…');
  return `${plain} ${/\([^()]*\)$/.exec(words)?.[0] ?? ''}`.trim();
}

function describeRefusal(failure: ProviderFailure, said: string): Finding {
  if (failure.reason === 'unreachable') {
    return error(
      `Stripe does not answer, or cannot. It says: “${said}”.`,
      'Look at status.stripe.com and at the way from this machine to it; a firewall has to let it out to port 443.',
    );
  }
  const words = describeFailure(failure);
  const sentences = `${words.charAt(0).toUpperCase()}${words.slice(1)}`.split(/(?<=[.])\s+(?=[A-Z])/);
  const [what = '', ...todo] = sentences;
  return error(`${what} It says: “${said}”.`, todo.join(' ') || 'Try it again in some minutes.');
}

export async function checkStripe(stripe: Stripe, config: Keys, billingDescriptor: string): Promise<Finding> {
  const account = await outcomeOf(() => stripe.accounts.retrieveCurrent());
  const { failure, said } = account;
  if (failure !== null && failure.reason !== 'permission') return describeRefusal(failure, said);
  const { mode, keys } = config;
  const kind = keys.secretKey.startsWith('rk_') ? 'A restricted key' : 'A secret key';
  const money = mode === 'live' ? 'live mode: customers pay real money' : 'test mode: no money moves';
  return combine(
    ok(`${kind} that Stripe knows, in ${money}.`),
    account.answer === null
      ? warning(
          'The restricted key can’t read the account, so you won’t be told if it stops taking payments.',
          'Give it the permission Account: read (rak_accounts_kyc_basic_read) at dashboard.stripe.com/apikeys.',
        )
      : checkAccount(account.answer, mode, billingDescriptor),
    await checkPermissions(stripe, keys.secretKey),
  );
}

function checkAccount(account: Stripe.Account, mode: Keys['mode'], billingDescriptor: string): Finding {
  const stopped = whyStopped(account);
  if (stopped !== null) {
    const advice = "Open Stripe's dashboard and do what it asks for.";
    return mode === 'live'
      ? error(`${account.id} may take no payments (${stopped}).`, advice)
      : warning(`${account.id} may take no real payments yet (${stopped}). Test payments work.`, advice);
  }
  const long = findLongPrefix(account, billingDescriptor);
  if (long === null) return ok(`${account.id} may take payments.`);
  return warning(
    `Card statements have room for ${statementCharacters} characters and cut “${long.prefix}* ${billingDescriptor}”.`,
    `Shorten “On card statements” in Settings to ${statementCharacters - `${long.prefix}* `.length} characters, or the shortened descriptor in Stripe's settings.`,
  );
}

/** The permissions of docs/stripe.md, each with a call that tests it. Writes name an object that does not exist. */
const neededPermissions: [name: string, attempt: (stripe: Stripe) => Promise<unknown>][] = [
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

export async function checkPermissions(stripe: Stripe, secretKey: string): Promise<Finding> {
  if (!secretKey.startsWith('rk_')) return ok('A secret key may do everything.');
  const outcomes = await Promise.all(
    neededPermissions.map(async ([name, attempt]) => ({ name, ...(await outcomeOf(() => attempt(stripe))) })),
  );
  const lacking = outcomes.flatMap(({ name, failure }) => {
    if (failure?.reason !== 'permission') return [];
    return failure.missingPermission ? `${name} (${failure.missingPermission})` : name;
  });
  if (lacking.length > 0) {
    return error(
      `The restricted key lacks ${lacking.join(', ')}.`,
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
  if (unknown?.failure) return describeRefusal(unknown.failure, unknown.said);
  return ok('The restricted key may do all that the service needs.');
}

interface Deliveries {
  url: string;
  missed: number;
  now: number;
}

export async function checkWebhooks(stripe: Stripe, deliveries: Deliveries): Promise<Finding> {
  return combine(await checkEndpoint(stripe, deliveries.url), await checkDeliveries(stripe, deliveries));
}

async function checkEndpoint(stripe: Stripe, url: string): Promise<Finding> {
  const { answer: endpoints, failure, said } = await outcomeOf(() => listEndpoints(stripe));
  if (failure?.reason === 'permission') {
    return warning(
      'The restricted key can’t read webhook endpoints, so you won’t be told if this one is missing.',
      'Give it the permission Webhook Endpoints: read (rak_webhook_read) at dashboard.stripe.com/apikeys.',
    );
  }
  if (failure !== null) return describeRefusal(failure, said);
  const trouble = findEndpointTrouble(endpoints, url);
  if (trouble === null) return ok(`${url} is told of everything.`);
  return error(
    describeEndpointTrouble(trouble, url),
    'Run npm run stripe -- setup, which mends it. Until then payments are found some minutes late.',
  );
}

async function checkDeliveries(stripe: Stripe, { missed, now }: Deliveries): Promise<Finding | null> {
  const advice =
    'Look at dashboard.stripe.com/webhooks what Stripe was answered. 400: STRIPE_WEBHOOK_SECRET is not the signing secret of this endpoint. Anything else: the proxy or the way to it.';
  if (missed > 0) {
    return error(
      `Of ${missed} ${missed === 1 ? 'payment' : 'payments'} of the last day no webhook has told; they were found later.`,
      advice,
    );
  }
  // A younger event may still be on its way.
  const { answer, failure, said } = await outcomeOf(() =>
    stripe.events.list({
      delivery_success: false,
      types: [...handledEvents],
      created: { gte: wholeSeconds(now - days(1)), lte: wholeSeconds(now - minutes(10)) },
      limit: 100,
    }),
  );
  if (failure !== null && failure.reason !== 'permission') return describeRefusal(failure, said);
  const [last] = answer?.data ?? [];
  if (!last) return ok('No event of the last day has failed.');
  const count = answer?.has_more ? 'More than 100' : String(answer?.data.length);
  return error(
    `${count} of the last day's events were not taken, the last of them ${last.type}.`,
    `${advice} Another program at the same Stripe account may be meant.`,
  );
}

const inaccuracy = seconds(3);
/** Codes of the second factor change every 30 seconds; Stripe's signatures are refused after five minutes. */
const mostDifference = seconds(20);

export async function checkClock(ask: Ask, origin: string, now: () => number): Promise<Finding> {
  const before = now();
  let theirs: number;
  try {
    const { headers } = await ask(`${origin}/v1/`);
    theirs = Date.parse(String(headers.date));
  } catch (cause) {
    const { host } = new URL(origin);
    const { why, advice } = whyUnanswered(codeOf(cause), host);
    return error(`Stripe (${host}) could not be asked what time it is: ${why}.`, advice);
  }
  const after = now();
  if (Number.isNaN(theirs)) return warning('Stripe did not say what time it is.', 'Try it again.');
  const ours = (before + after) / 2;
  const difference = Math.abs(ours - theirs);
  if (difference <= inaccuracy + (after - before)) return ok("It goes with Stripe's.");
  const found = `It is ${spanText(difference)} ${ours > theirs ? 'ahead of' : 'behind'} Stripe's.`;
  const advice = 'Let the machine set its clock itself: sudo timedatectl set-ntp true.';
  if (difference <= mostDifference) return warning(found, advice);
  return error(
    `${found} Codes of a second factor fail, and from five minutes on every webhook is refused.`,
    advice,
  );
}
