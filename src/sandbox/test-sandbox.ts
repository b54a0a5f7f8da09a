import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { expect, onTestFinished, vi } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from './index.ts';
import type { SandboxStep } from './step-names.ts';

const silent = { info() {}, warn() {}, error() {} };

type Received = { body: string; signature: string; event: Stripe.Event };
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

function isAbout(event: Stripe.Event, id: string): boolean {
  const object = event.data.object as { id?: string; payment_intent?: string | null };
  return object.id === id || object.payment_intent === id;
}

async function startReceiver() {
  const received: Received[] = [];
  let count = 0;
  let statusOf: (count: number) => number | Promise<number> = () => 200;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    count += 1;
    response.writeHead(await statusOf(count)).end();
    received.push({ body, signature: String(request.headers['stripe-signature']), event: JSON.parse(body) });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    /** Sets the statuses of answers. @param status by the number of the request; 200 by default */
    answerWith(status: typeof statusOf) {
      statusOf = status;
      count = 0;
    },
    next: (type: string, id?: string): Promise<Received> =>
      vi.waitFor(() => {
        const found = received.find(({ event }) => event.type === type && (!id || isAbout(event, id)));
        if (!found) throw new Error(`There was no ${type} of ${id}.`);
        return found;
      }, 30_000),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Setup = Awaited<ReturnType<typeof startSetup>>;

/** Starts a sandbox on a free port, with a bank that takes an hour, a webhook receiver, and Stripe's SDK. */
export async function startSetup(
  storePath = ':memory:',
  receiver?: Receiver,
  options: Pick<SandboxOptions, 'bankTakesMs' | 'now' | 'keepsMail'> = {},
) {
  const hooks = receiver ?? (await startReceiver());
  const sandbox = await startSandbox({
    storePath,
    port: 0,
    webhookUrl: hooks.url,
    log: silent,
    bankTakesMs: 3_600_000,
    ...options,
  });
  return {
    sandbox,
    receiver: hooks,
    stripe: sdkFor(sandbox, sandbox.keys.secretKey),
    async close(): Promise<void> {
      await sandbox.close();
      if (!receiver) await hooks.close();
    },
  };
}

export async function setUpForTest(...args: Parameters<typeof startSetup>): Promise<Setup> {
  const setup = await startSetup(...args);
  onTestFinished(() => setup.close());
  return setup;
}

export async function startTestReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}

export function sdkFor(sandbox: Pick<Sandbox, 'apiBase'>, key: string): Stripe {
  const { hostname, port } = new URL(sandbox.apiBase);
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/** Posts a form to the API, without a key unless `headers` has one. Resolves for a refusal, too. */
export async function callRest(
  sandbox: Sandbox,
  path: string,
  form: Record<string, string> | string,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${sandbox.apiBase}${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
    signal: AbortSignal.timeout(30_000),
  });
  const body = (await response.json()) as { status?: string; error?: Stripe.StripeRawError };
  return { status: response.status, headers: response.headers, body };
}

/** Confirms an intent as a customer's browser does: with publishable key, client secret and card. */
export function payAsCustomer(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  number: string,
  more: Record<string, string> = {},
) {
  return callRest(
    sandbox,
    `/v1/payment_intents/${intent.id}/confirm`,
    {
      client_secret: intent.client_secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': number.startsWith('37') ? '1234' : '123',
      ...more,
    },
    { Authorization: `Bearer ${sandbox.keys.publishableKey}` },
  );
}

export function newIntent({ stripe }: Setup) {
  return stripe.paymentIntents.create({
    amount: 6000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    statement_descriptor_suffix: 'READING',
    metadata: { order_id: '17' },
  });
}

/** Creates an intent and pays it with a card. Resolves for a declined card, too: check `intent.status`. */
export async function payWith(setup: Setup, number: string) {
  const { id, ...unpaid } = await newIntent(setup);
  await payAsCustomer(setup.sandbox, { id, ...unpaid }, number);
  const intent = await setup.stripe.paymentIntents.retrieve(id);
  return { id, intent, charge: String(intent.latest_charge) };
}

function callWithSecret(setup: Setup, path: string, form: Record<string, string>) {
  return callRest(setup.sandbox, path, form, { Authorization: `Bearer ${setup.sandbox.keys.secretKey}` });
}

/** Runs all delayed steps now, due or not. */
export async function settle(setup: Setup): Promise<void> {
  await callWithSecret(setup, '/v1/sandbox/settle', {});
}

export function runStep(setup: Setup, step: SandboxStep, id = '', more: Record<string, string> = {}) {
  return callWithSecret(setup, '/v1/sandbox/steps', { step, ...(id ? { id } : {}), ...more });
}

/** Resolves with the types of all events about a payment intent, oldest first. */
export async function eventsAbout({ stripe }: Setup, id: string): Promise<string[]> {
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  return events
    .filter((event) => isAbout(event, id))
    .map(({ type }) => type)
    .reverse();
}

/** Resolves with `type code param` of a call's error; undefined if it succeeds. */
export async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    const { code, type, param } = error as Stripe.errors.StripeError;
    return [type, code, param].filter(Boolean).join(' ');
  }
}

/** Sends a request (for GET, `body` is the query) and resolves with the status; expects a reason in each refusal. */
export async function statusOf(
  apiBase: string,
  method: string,
  path: string,
  body: string,
  headers: Record<string, string>,
) {
  const url = method === 'GET' ? `${path}?${encodeURI(body).slice(0, 8000)}` : path;
  const response = await fetch(`${apiBase}${url}`, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body }),
    signal: AbortSignal.timeout(30_000),
  });
  const answer = (await response.json()) as { error?: { type: string; message: string } };
  if (response.status >= 400) {
    expect(answer.error?.type, `${method} ${path} ${body.slice(0, 60)}`).toMatch(/_error$/);
    expect(answer.error?.message).toBeTruthy();
  }
  return response.status;
}
