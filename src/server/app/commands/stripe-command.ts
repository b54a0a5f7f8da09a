import { parseArgs } from 'node:util';
import { readStripeSetUp } from '../../base/config/config.ts';
import { ProviderFailure } from '../../base/provider-failure.ts';
import { webhookPath } from '../../payments/payment-routes.ts';
import { registerDomain } from '../../payments/stripe/register-domain.ts';
import { createStripeClient, describeFailure } from '../../payments/stripe/stripe-client.ts';
import { setUpEndpoint } from '../../payments/stripe/webhook-endpoint.ts';
import { type Call, createCommand, UsageError } from './command.ts';

const usage = `Usage: npm run stripe -- setup [ENDPOINT]
Creates the webhook endpoint at Stripe, or repairs the existing one. With the id of an ENDPOINT (we_…), it moves that
endpoint to the shop's address. Then it registers the shop's domain for Apple Pay and Google Pay.`;

export const run = createCommand(usage, async (call) => {
  const { positionals } = parseArgs({ args: call.words, allowPositionals: true });
  const [command, endpointId = null, ...more] = positionals;
  if (command !== 'setup' || more.length > 0) throw new UsageError();
  try {
    await setUp(endpointId, call);
  } catch (error) {
    throw new Error(textOf(error), { cause: error });
  }
});

async function setUp(endpointId: string | null, { env, say }: Call): Promise<void> {
  const access = readStripeSetUp(env);
  if (access === null) {
    say('No Stripe keys are set, so the service runs on its sandbox, which needs no webhook endpoint.');
    return;
  }
  const { mode, secretKey, apiBase, publicUrl, hasWebhookSecret } = access;
  const url = publicUrl + webhookPath;
  say(`Stripe, ${mode} mode: the webhook endpoint for ${url}`);
  const stripe = createStripeClient({ secretKey, apiBase });
  const request = { url, endpointId, hasSecret: hasWebhookSecret };
  const { lines, secret } = await setUpEndpoint(stripe, request);
  for (const line of lines) say(line);
  if (secret !== null) {
    say('Add its signing secret to the service’s settings. Stripe shows it only now:');
    say(`STRIPE_WEBHOOK_SECRET='${secret}'`);
  }
  const wallets = await registerDomain(stripe, publicUrl).catch((error: unknown) => [
    `The address was not registered for Apple Pay and Google Pay; nothing else needs this. ${textOf(error)}`,
  ]);
  for (const line of wallets) say(line);
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error.cause instanceof ProviderFailure)) return error.message;
  const what = describeFailure(error.cause);
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} The error: “${error.cause.words}”.`;
}
