import Stripe from 'stripe';
import type { StripeConfig } from '../../config/stripe-config.ts';
import { describeFailure } from '../../context/describe-failure.ts';
import { ProviderFailure } from '../../context/provider-failure.ts';
import { toDomainError } from '../../payments/stripe/stripe-client.ts';
import { findLongPrefix, statementCharacters, whyStopped } from '../../stripe-account/account-watch.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

type Keys = Exclude<StripeConfig, { mode: 'sandbox' }>;

/** The result of a call to Stripe's API: its answer, or the failure with its words. */
export type Outcome<T> =
  | { answer: T; failure: null; said: null }
  | { answer: null; failure: ProviderFailure; said: string };

/** @returns Stripe's answer, or why it refused */
export async function outcomeOf<T>(request: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { answer: await request(), failure: null, said: null };
  } catch (error) {
    const failure = toDomainError(error).cause;
    if (!(failure instanceof ProviderFailure)) throw error;
    return { answer: null, failure, said: wordsOf(error, failure) };
  }
}

/** @returns Stripe's own words without keys and addresses, with the number of the request */
function wordsOf(error: unknown, { words }: ProviderFailure): string {
  if (!(error instanceof Stripe.errors.StripeError)) return words;
  const plain = error.message.replace(/\b(sk|rk|pk|whsec)_[\w*]+/g, '…').replace(/[^\s<>"]+@[^\s<>"]+/g, '…');
  return `${plain} ${/\([^()]*\)$/.exec(words)?.[0] ?? ''}`.trim();
}

/** @returns the meaning of Stripe's refusal, and what to do */
export function aboutFailure(failure: ProviderFailure, said: string): Finding {
  if (failure.reason === 'unreachable') {
    return failed(
      `Stripe does not answer, or cannot. It says: “${said}”.`,
      'Look at status.stripe.com and at the way from this machine to it; a firewall has to let it out to port 443.',
    );
  }
  const [what = '', ...todo] = sentencesOf(describeFailure(failure));
  return failed(`${what} It says: “${said}”.`, todo.join(' ') || 'Try it again in some minutes.');
}

/** Checks whether Stripe knows the key, and whether it moves real money. */
export async function checkStripeKey(stripe: Stripe, { mode, keys }: Keys): Promise<Finding> {
  const { failure, said } = await outcomeOf(() => stripe.accounts.retrieveCurrent());
  // A refusal for a missing permission means that Stripe knows the key.
  if (failure !== null && !['permission', 'request'].includes(failure.reason)) {
    return aboutFailure(failure, said);
  }
  const kind = keys.secretKey.startsWith('rk_') ? 'A restricted key' : 'A secret key';
  const money = mode === 'live' ? 'live mode: customers pay real money' : 'test mode: no money moves';
  return ok(`${kind} that Stripe knows, in ${money}.`);
}

/** Checks whether the account may take payments, and what card statements will show. */
export async function checkStripeAccount(
  stripe: Stripe,
  { mode }: Keys,
  billingDescriptor: string,
): Promise<Finding> {
  const { answer: account, failure, said } = await outcomeOf(() => stripe.accounts.retrieveCurrent());
  if (failure?.reason === 'permission') {
    return warning(
      'The restricted key can’t read the account, so you won’t be told if it stops taking payments.',
      'Give it the permission Account: read (rak_accounts_kyc_basic_read) at dashboard.stripe.com/apikeys.',
    );
  }
  if (failure !== null) return aboutFailure(failure, said);
  const stopped = whyStopped(account);
  if (stopped !== null) {
    const advice = "Open Stripe's dashboard and do what it asks for.";
    return mode === 'live'
      ? failed(`${account.id} may take no payments (${stopped}).`, advice)
      : warning(`${account.id} may take no real payments yet (${stopped}). Test payments work.`, advice);
  }
  const long = findLongPrefix(account, billingDescriptor);
  if (long !== null) {
    const { prefix } = long;
    return warning(
      `Card statements have room for ${statementCharacters} characters and cut “${prefix}* ${billingDescriptor}”.`,
      `Shorten “On card statements” in Settings to ${statementCharacters - `${prefix}* `.length} characters, or the shortened descriptor in Stripe's settings.`,
    );
  }
  return ok(`${account.id} may take payments.`);
}

function sentencesOf(text: string): string[] {
  const capital = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return capital.split(/(?<=[.])\s+(?=[A-Z])/);
}
