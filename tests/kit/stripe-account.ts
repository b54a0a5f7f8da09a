import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type Stripe from 'stripe';
import { createSandbox } from '../../src/sandbox/index.ts';
import { handledEvents } from '../../src/server/payments/stripe/stripe-events.ts';
import { countIds } from './test-payments.ts';

type Refused = { status: number; error: Record<string, unknown> };

export const webhookUrl = 'https://tarot.example.com/api/stripe/webhook';

/** Returns a correct endpoint, based on Stripe's published samples. */
export function sampleEndpoint(changes: Partial<Stripe.WebhookEndpoint> = {}): Stripe.WebhookEndpoint {
  return {
    id: 'we_1',
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: 1_234_567_890,
    description: null,
    enabled_events: [...handledEvents],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url: webhookUrl,
    ...changes,
  };
}

/** Starts the sandbox on a port with any key and no webhook endpoints; a test can make it refuse calls. */
export async function startStripeAccount() {
  const newId = countIds();
  const log = { warn() {}, error() {} };
  const { keys, store, app } = createSandbox({ storePath: ':memory:', webhookUrl: null, log, newId });
  /** The calls received, e.g. `POST webhook_endpoints`. */
  const calls: string[] = [];
  /** By the path below `/v1/`, with or without the method. */
  const refused: Record<string, Refused> = {};
  const front = new Hono().all('/v1/*', async ({ req }) => {
    const path = req.path.replace('/v1/', '');
    const call = `${req.method} ${path}`;
    calls.push(call);
    const refusal = refused[call] ?? refused[path];
    if (refusal) {
      const error = { type: 'invalid_request_error', ...refusal.error };
      const headers = { 'request-id': 'req_1', 'stripe-should-retry': 'false' };
      return Response.json({ error }, { status: refusal.status, headers });
    }
    const headers = { ...req.header(), authorization: `Bearer ${keys.secretKey}` };
    const body = req.method === 'POST' ? await req.text() : null;
    return app.fetch(new Request(req.url, { method: req.method, headers, body }));
  });
  const server = createServer(getRequestListener(front.fetch, { overrideGlobalObjects: false }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function setAccount({
    charges_enabled = true,
    disabled_reason = '',
    statement_descriptor_prefix = '',
  } = {}) {
    const requirements = { disabled_reason: disabled_reason || null };
    const settings = { card_payments: { statement_descriptor_prefix } };
    const account = { id: 'acct_1', object: 'account', charges_enabled, requirements, settings };
    store.put(account as Stripe.Account);
  }
  setAccount();

  return {
    ...{ calls, refused, store, setAccount },
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Oldest first. */
    get endpoints() {
      return store.list('webhook_endpoint', {}).data.reverse();
    },
    setEndpoints(...endpoints: Stripe.WebhookEndpoint[]) {
      for (const { id } of this.endpoints) store.remove('webhook_endpoint', id);
      for (const endpoint of endpoints) {
        store.put(endpoint);
        // So that the next one made has another id.
        newId('we');
      }
    },
    allowAll() {
      for (const call of Object.keys(refused)) delete refused[call];
    },
    forbid(call: string, permission: string) {
      const message = `The provided key 'rk_test_*****ter2' does not have the required permissions for this endpoint on account 'acct_1'. Having the '${permission}' permission would allow this request to continue.`;
      refused[call] = { status: 403, error: { code: 'more_permissions_required', message } };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
