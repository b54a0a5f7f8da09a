import type { SetUpFinding } from '../../shared/set-up.ts';
import { endpointTroubleInWords, findAccountAlert } from '../alerts/account-alerts.ts';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import type { Context } from '../context/context.ts';
import { describeFailure } from '../context/describe-failure.ts';
import { ProviderFailure } from '../context/provider-failure.ts';
import { webhookPath } from '../payments/payment-routes.ts';
import { ask, createStripeClient } from '../payments/stripe/stripe-client.ts';
import { createAccountWatch } from '../stripe-account/account-watch.ts';
import { listEndpoints } from '../stripe-account/webhook-endpoint.ts';

type Known = Pick<Context, 'config'>;
type RealStripe = Exclude<Config['stripe'], { mode: 'sandbox' }>;

/**
 * Asks Stripe with the keys that are set: whose account it is, whether it may take payments, whether it calls us.
 *
 * @returns what was found out, each with what to do about it
 */
export async function checkPayments(context: Known): Promise<SetUpFinding[]> {
  const { stripe } = context.config;
  if (stripe.mode === 'sandbox') {
    return [
      {
        kind: 'note',
        text: 'No Stripe keys are set, so the shop runs on its sandbox: everything can be tried out, and no money moves. To sell, put the three keys into STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET and start the service again.',
      },
    ];
  }
  const { findings, isKnown } = await askForAccount(stripe);
  return isKnown ? [...findings, ...(await askForRest(context, stripe))] : findings;
}

async function askForAccount(stripe: RealStripe): Promise<{ findings: SetUpFinding[]; isKnown: boolean }> {
  const findings: SetUpFinding[] = [];
  try {
    const account = await ask(() => clientOf(stripe).accounts.retrieveCurrent());
    const name = account.settings?.dashboard?.display_name;
    findings.push({
      kind: 'good',
      text: `Stripe takes the secret key, in ${stripe.mode} mode: account ${account.id}${name ? ` (${name})` : ''}.`,
    });
  } catch (error) {
    const failure = failureOf(error);
    const isKnown = failure.reason === 'permission';
    findings.push({ kind: isKnown ? 'note' : 'bad', text: wordsOf(failure) });
    if (!isKnown) return { findings, isKnown };
  }
  if (stripe.mode === 'test') {
    findings.push({
      kind: 'note',
      text: 'These are test keys: payments are made with test cards, and no money moves. Put in the live keys before the first customer comes.',
    });
  }
  return { findings, isKnown: true };
}

async function askForRest({ config }: Known, stripe: RealStripe): Promise<SetUpFinding[]> {
  const webhookUrl = config.publicUrl + webhookPath;
  const isOutOfReach = isLoopback(new URL(config.publicUrl)) && stripe.apiBase === null;
  const watch = createAccountWatch({
    access: { secretKey: stripe.keys.secretKey, apiBase: stripe.apiBase },
    webhookUrl: isOutOfReach ? null : webhookUrl,
  });
  await watch.inspect();
  const known = { config, accountTroubles: watch.troubles };
  const troubles = [findAccountAlert(known)?.message, endpointTroubleInWords(known)];
  const findings: SetUpFinding[] = troubles.flatMap((text) => (text ? [{ kind: 'bad', text }] : []));
  if (isOutOfReach) {
    findings.push({
      kind: 'note',
      text: `Stripe cannot call ${config.publicUrl}, which is only this machine. Payments are found out about all the same, a little later.`,
    });
  } else if (watch.troubles().endpoint === null) {
    findings.push(await findEndpoint(stripe, webhookUrl));
  }
  return findings;
}

/** No trouble may also mean that the key may not look. */
async function findEndpoint(stripe: RealStripe, webhookUrl: string): Promise<SetUpFinding> {
  try {
    await ask(() => listEndpoints(clientOf(stripe)));
    return {
      kind: 'good',
      text: `Stripe has the webhook endpoint ${webhookUrl}, with all that it is to tell.`,
    };
  } catch (error) {
    return { kind: 'note', text: wordsOf(failureOf(error)) };
  }
}

function clientOf({ keys, apiBase }: RealStripe) {
  return createStripeClient({ secretKey: keys.secretKey, apiBase });
}

/** @throws what is no failure of Stripe's */
function failureOf(error: unknown): ProviderFailure {
  if (error instanceof Error && error.cause instanceof ProviderFailure) return error.cause;
  throw error;
}

function wordsOf(failure: ProviderFailure): string {
  const what =
    failure.reason === 'unreachable'
      ? 'Stripe did not answer. Look at status.stripe.com and at the way from this machine to it, and check again.'
      : describeFailure(failure);
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} It says: “${failure.words}”.`;
}
