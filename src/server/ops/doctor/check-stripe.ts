import Stripe from 'stripe';
import { counted, plural } from '../../../shared/counted-text.ts';
import { days, minutes, seconds, wholeSeconds } from '../../../shared/durations.ts';
import type { StripeConfig } from '../../base/config/config.ts';
import { codeOf } from '../../base/domain-error.ts';
import { ProviderFailure } from '../../base/provider-failure.ts';
import { findLongPrefix, statementCharacters, whyStopped } from '../../payments/stripe/account-watch.ts';
import { describeFailure, toDomainError } from '../../payments/stripe/stripe-client.ts';
import { handledEvents } from '../../payments/stripe/stripe-events.ts';
import {
  describeEndpointTrouble,
  findEndpointTrouble,
  listEndpoints,
} from '../../payments/stripe/webhook-endpoint.ts';
import { combineFindings, error, type Finding, ok, spanText, warning } from './finding.ts';
import { type Ask, whyUnanswered } from './network.ts';

type Keys = Exclude<StripeConfig, { mode: 'sandbox' }>;

async function outcomeOf<T>(request: () => Promise<T>) {
  try {
    return { answer: await request(), failure: null, said: null };
  } catch (cause) {
    const failure = toDomainError(cause).cause;
    if (!(failure instanceof ProviderFailure)) throw cause;
    const code = networkCodeOf(cause);
    return { answer: null, failure, said: [wordsOf(cause, failure), code].filter(Boolean).join(' ') };
  }
}

/** The SDK reports a failed connection in words of its own, and keeps the system's error below. */
function networkCodeOf(cause: unknown): string | null {
  if (!(cause instanceof Stripe.errors.StripeConnectionError)) return null;
  let error: unknown = cause.detail;
  while (error instanceof Error) {
    if ('code' in error && typeof error.code === 'string') return error.code;
    error = error.cause;
  }
  return null;
}

/** Returns advice about this machine: the owner cannot fix Stripe's DNS name or servers. */
function adviceToReachStripe(said: string): string {
  if (/\b(ENOTFOUND|EAI_AGAIN)\b/.test(said))
    return 'This machine cannot look up Stripe’s name: check its DNS servers in /etc/resolv.conf, its network, and STRIPE_API_BASE if it is set. Your own domain’s records are not the cause.';
  return 'Check status.stripe.com, this machine’s connection, and STRIPE_API_BASE if it is set; a firewall must allow outgoing traffic to port 443.';
}

/** Returns Stripe's own words without keys and addresses, with the request's id. */
function wordsOf(cause: unknown, { words }: ProviderFailure): string {
  if (!(cause instanceof Stripe.errors.StripeError)) return words;
  const plain = cause.message.replace(/\b(sk|rk|pk|whsec)_[\w*]+/g, '…').replace(/[^\s<>"]+@[^\s<>"]+/g, '…');
  return `${plain} ${/\([^()]*\)$/.exec(words)?.[0] ?? ''}`.trim();
}

function describeRefusal(failure: ProviderFailure, said: string): Finding {
  if (failure.reason === 'unreachable')
    return error`Stripe does not answer, or is having problems. The error: “${said}”.
      ${adviceToReachStripe(said)}`;
  const words = describeFailure(failure);
  const [what = '', ...todo] = words.split(/(?<=[.])\s+(?=[A-Z])/);
  return error`${what.charAt(0).toUpperCase()}${what.slice(1)} The error: “${said}”.
      ${todo.join(' ') || 'Try again in a few minutes.'}`;
}

/** Checks at Stripe the key and its permissions, and that the account takes payments and shows the whole descriptor. */
export async function checkStripe(stripe: Stripe, config: Keys, billingDescriptor: string): Promise<Finding> {
  const account = await outcomeOf(() => stripe.accounts.retrieveCurrent());
  const { failure, said } = account;
  if (failure !== null && failure.reason !== 'permission') return describeRefusal(failure, said);
  const { mode, keys } = config;
  const kind = keys.secretKey.startsWith('rk_') ? 'restricted' : 'secret';
  const money = mode === 'live' ? 'Live mode: customers pay real money' : 'Test mode: no money moves';
  return combineFindings(
    ok`Stripe accepts the ${kind} key. ${money}.`,
    checkAccount(account.answer, mode, billingDescriptor),
    await checkPermissions(stripe, keys.secretKey),
  );
}

function checkAccount(
  account: Stripe.Account | null,
  mode: Keys['mode'],
  billingDescriptor: string,
): Finding {
  if (account === null)
    return warning`The restricted key can’t read the account, so you won’t be told if it stops taking payments.
      Give it the permission Account: read (rak_accounts_kyc_basic_read) at dashboard.stripe.com/apikeys.`;
  const stopped = whyStopped(account);
  if (stopped !== null && mode === 'live')
    return error`${account.id} cannot take payments (${stopped}).
      Open Stripe’s dashboard and follow its instructions.`;
  if (stopped !== null)
    return warning`${account.id} cannot take real payments yet (${stopped}). Test payments work.
      Open Stripe’s dashboard and follow its instructions.`;
  const prefix = findLongPrefix(account, billingDescriptor);
  if (prefix === null) return ok`${account.id} can take payments.`;
  return warning`Card statements have room for ${statementCharacters} characters and cut off “${prefix}* ${billingDescriptor}”.
      Shorten “On card statements” in Settings to ${statementCharacters - `${prefix}* `.length} characters, or shorten the prefix (“shortened descriptor”) in Stripe’s settings.`;
}

/** The permissions of docs/stripe.md, each with a call that tests it. Writes name an object that does not exist. */
const neededPermissions: [name: string, attempt: (stripe: Stripe) => Promise<unknown>][] = [
  ['PaymentIntents: write', (stripe) => stripe.paymentIntents.cancel('pi_of_doctor')],
  ['Charges and Refunds: write', (stripe) => stripe.refunds.create({ charge: 'ch_of_doctor' })],
  ['Charges and Refunds: read', (stripe) => stripe.charges.list({ limit: 1 })],
  ['Disputes: read', (stripe) => stripe.disputes.list({ limit: 1 })],
  ['Radar, reviews: read', (stripe) => stripe.reviews.list({ limit: 1 })],
  ['Radar, early fraud warnings: read', (stripe) => stripe.radar.earlyFraudWarnings.list({ limit: 1 })],
  ['Events: read', (stripe) => stripe.events.list({ limit: 1 })],
];

/** Tries the calls that a restricted key must allow. Writes name an object that does not exist: nothing changes. */
export async function checkPermissions(stripe: Stripe, secretKey: string): Promise<Finding> {
  if (!secretKey.startsWith('rk_')) return ok`A secret key has every permission.`;
  const outcomes = await Promise.all(
    neededPermissions.map(async ([name, attempt]) => ({ name, ...(await outcomeOf(() => attempt(stripe))) })),
  );
  const lacking = outcomes.flatMap(({ name, failure }) => {
    if (failure?.reason !== 'permission') return [];
    return failure.missingPermission ? `${name} (${failure.missingPermission})` : name;
  });
  if (lacking.length > 0)
    return error`The restricted key lacks ${lacking.join(', ')}.
      Add what is missing at dashboard.stripe.com/apikeys; that takes effect at once.`;
  const unknown = outcomes.find(({ failure }) => failure !== null && failure.reason !== 'request');
  if (unknown?.failure?.reason === 'unreachable')
    return warning`Could not check whether the key has ${unknown.name}.
      Try again in a few minutes.`;
  if (unknown?.failure) return describeRefusal(unknown.failure, unknown.said);
  return ok`The restricted key has all the permissions that the service needs.`;
}

/**
 * Checks that Stripe’s webhook endpoint is complete, that the last day’s events were delivered, and that the clock
 * does not make them look old. @param missed counts the day’s payments that were found without a webhook
 */
export async function checkWebhooks(
  stripe: Stripe,
  { url, missed, now }: { url: string; missed: number; now: number },
  clock: ClockReading,
): Promise<Finding> {
  const endpoint = await checkEndpoint(stripe, url);
  return combineFindings(checkClockOfWebhooks(clock), endpoint, await checkDeliveries(stripe, missed, now));
}

async function checkEndpoint(stripe: Stripe, url: string): Promise<Finding> {
  const { answer: endpoints, failure, said } = await outcomeOf(() => listEndpoints(stripe));
  if (failure?.reason === 'permission')
    return warning`The restricted key can’t read webhook endpoints, so you won’t be told if this one is missing.
      Give it the permission Webhook Endpoints: read (rak_webhook_read) at dashboard.stripe.com/apikeys.`;
  if (failure !== null) return describeRefusal(failure, said);
  const trouble = findEndpointTrouble(endpoints, url);
  if (trouble === null) return ok`${url} receives all the events it needs.`;
  return error`${describeEndpointTrouble(trouble, url)}
      Run npm run stripe -- setup, which fixes it. Until then, payments are found a few minutes late.`;
}

async function checkDeliveries(stripe: Stripe, missed: number, now: number): Promise<Finding> {
  const advice =
    'See dashboard.stripe.com/webhooks for the answers Stripe got. 400: STRIPE_WEBHOOK_SECRET is not the signing secret of this endpoint. Anything else: check the proxy and the connection to it.';
  if (missed > 0)
    return error`No webhook came for ${missed} ${missed === 1 ? 'payment' : 'payments'} in the last day; the service found them later.
      ${advice}`;
  // A younger event may still be on its way.
  const created = { gte: wholeSeconds(now - days(1)), lte: wholeSeconds(now - minutes(10)) };
  const lost = { delivery_success: false, types: [...handledEvents], created, limit: 100 };
  const { answer, failure, said } = await outcomeOf(() => stripe.events.list(lost));
  if (failure !== null && failure.reason !== 'permission') return describeRefusal(failure, said);
  const [last] = answer?.data ?? [];
  if (!last) return ok`No event failed in the last day.`;
  const count = answer?.data.length ?? 0;
  const events = answer?.has_more ? 'More than 100 events' : counted(count, 'event');
  return error`${events} ${plural(count, 'was', 'were')} not accepted in the last day; the latest was ${last.type}.
      ${advice} They may be for another program on the same Stripe account.`;
}

const inaccuracy = seconds(3);
/** Codes of the second factor change every 30 seconds. */
const mostDifference = seconds(20);
/** Stripe's signatures contain the time of sending: a clock that is ahead makes them look old. */
const signatureTolerance = minutes(5);

export type ClockReading = { aheadMs: number } | { unread: Finding };

/** Compares this machine's clock with Stripe's: `aheadMs` is 0 if the request's duration explains the difference. */
export async function readClock(ask: Ask, apiBase: string | null, now: () => number): Promise<ClockReading> {
  const origin = apiBase ?? 'https://api.stripe.com';
  const before = now();
  let theirs: number;
  try {
    const { headers } = await ask(`${origin}/v1/`);
    theirs = Date.parse(String(headers.date));
  } catch (cause) {
    const code = codeOf(cause);
    const url = new URL(origin);
    const why = code === 'ENOTFOUND' ? 'its name was not found' : whyUnanswered(code, url).found;
    const unread = error`Stripe (${url.host}) could not be reached: ${why}.
      ${adviceToReachStripe(code)}`;
    return { unread };
  }
  const after = now();
  const timeless = warning`Stripe’s answer didn’t include a time.
      Try again.`;
  if (Number.isNaN(theirs)) return { unread: timeless };
  const aheadMs = (before + after) / 2 - theirs;
  return { aheadMs: Math.abs(aheadMs) <= inaccuracy + (after - before) ? 0 : aheadMs };
}

const clockAdvice = 'Have the machine set its clock automatically: sudo timedatectl set-ntp true.';

export function checkClock(reading: ClockReading): Finding {
  if ('unread' in reading) return reading.unread;
  const { aheadMs } = reading;
  if (aheadMs === 0) return ok`It matches Stripe's.`;
  const difference = Math.abs(aheadMs);
  const found = `It is ${spanText(difference)} ${aheadMs > 0 ? 'ahead of' : 'behind'} Stripe's.`;
  if (difference <= mostDifference)
    return warning`${found}
      ${clockAdvice}`;
  return error`${found} Two-factor codes fail, and times and due dates are wrong.
      ${clockAdvice}`;
}

/** Returns an error when the clock makes webhooks look too old, else null. */
function checkClockOfWebhooks(reading: ClockReading): Finding | null {
  if ('unread' in reading || reading.aheadMs <= signatureTolerance) return null;
  return error`The clock is ${spanText(reading.aheadMs)} ahead of Stripe's: every webhook is refused, since signatures are valid for only ${spanText(signatureTolerance)}.
      ${clockAdvice}`;
}
