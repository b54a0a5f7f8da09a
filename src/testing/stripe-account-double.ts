import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type Stripe from 'stripe';
import { handledEvents } from '../server/payments/stripe/handled-events.ts';

type Endpoint = Stripe.WebhookEndpoint;
type Domain = Stripe.PaymentMethodDomain;
type Refused = { status: number; error: Record<string, unknown> };

export const webhookUrl = 'https://tarot.example.com/api/stripe/webhook';

/** An endpoint that is as it should be, as Stripe's published samples have it. */
export function sampleEndpoint(changes: Partial<Endpoint> = {}): Endpoint {
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

/** A domain that may show every wallet, as Stripe's published samples have it. */
export function sampleDomain(changes: Partial<Domain> = {}): Domain {
  const active = { status: 'active' } as const;
  return {
    id: 'pmd_1',
    object: 'payment_method_domain',
    amazon_pay: active,
    apple_pay: active,
    created: 1_694_129_445,
    domain_name: 'tarot.example.com',
    enabled: true,
    google_pay: active,
    klarna: active,
    link: active,
    livemode: false,
    paypal: active,
    ...changes,
  };
}

const listOf = (path: string, data: unknown[]) => ({
  object: 'list',
  url: `/v1/${path}`,
  has_more: false,
  data,
});

function isList(method: string, path: string): boolean {
  const lists = ['charges', 'disputes', 'events', 'radar/early_fraud_warnings', 'reviews'];
  return method === 'GET' && lists.includes(path);
}

/** Stripe's API as far as it is about the account itself and its webhook endpoints, over a real connection. */
export async function startStripeAccount() {
  const state = {
    endpoints: [] as Endpoint[],
    domains: [] as Domain[],
    undelivered: [] as { type: string }[],
    account: {
      id: 'acct_1',
      object: 'account',
      charges_enabled: true,
      requirements: { disabled_reason: null as string | null },
      settings: { card_payments: { statement_descriptor_prefix: null as string | null } },
    },
    /** What is refused, by the path below `/v1/`. */
    refused: {} as Record<string, Refused | undefined>,
    /** What was asked for, e.g. `POST webhook_endpoints`. */
    calls: [] as string[],
  };

  function answerDomains(method: string, id: string | undefined, form: URLSearchParams): unknown {
    if (method === 'GET') return listOf('payment_method_domains', state.domains);
    const known = state.domains.find((domain) => domain.id === id);
    const domain = known ?? sampleDomain({ domain_name: form.get('domain_name') ?? '' });
    if (form.has('enabled')) domain.enabled = form.get('enabled') === 'true';
    if (!known) state.domains.push(domain);
    return domain;
  }

  function answer(method: string, path: string, form: URLSearchParams): unknown {
    if (path === 'account') return state.account;
    if (isList(method, path)) return listOf(path, path === 'events' ? state.undelivered : []);
    const [resource, id] = path.split('/');
    if (resource === 'payment_method_domains') return answerDomains(method, id, form);
    if (method === 'GET') return listOf('webhook_endpoints', state.endpoints);
    const changes = {
      ...(form.get('url') && { url: form.get('url') ?? '' }),
      ...(form.get('description') && { description: form.get('description') }),
      ...(form.get('api_version') && { api_version: form.get('api_version') }),
      ...(form.get('disabled') && { status: form.get('disabled') === 'true' ? 'disabled' : 'enabled' }),
      ...(form.has('enabled_events[0]') && {
        enabled_events: [...form]
          .filter(([name]) => name.startsWith('enabled_events'))
          .map(([, type]) => type),
      }),
    };
    const known = state.endpoints.find((endpoint) => endpoint.id === id);
    const endpoint = known ?? sampleEndpoint({ id: `we_${state.endpoints.length + 1}` });
    Object.assign(endpoint, changes);
    if (known) return endpoint;
    state.endpoints.push(endpoint);
    return { ...endpoint, secret: `whsec_of_${endpoint.id}` };
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { method = 'GET', url = '' } = request;
    const path = new URL(url, 'http://stripe').pathname.replace('/v1/', '');
    const form = new URLSearchParams(await text(request));
    state.calls.push(`${method} ${path}`);
    const error = { code: 'resource_missing', message: 'Unrecognized request URL' };
    const unknown: Refused = { status: 404, error };
    const isKnown =
      path === 'account' || isList(method, path) || /^(webhook_endpoints|payment_method_domains)/.test(path);
    const refusal = state.refused[`${method} ${path}`] ?? state.refused[path] ?? (isKnown ? null : unknown);
    response.writeHead(refusal?.status ?? 200, {
      'content-type': 'application/json',
      'request-id': 'req_1',
      'stripe-should-retry': 'false',
    });
    const body = refusal
      ? { error: { type: 'invalid_request_error', ...refusal.error } }
      : answer(method, path, form);
    response.end(JSON.stringify(body));
  }

  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...state,
    state,
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forbid(call: string, permission: string) {
      state.refused[call] = {
        status: 403,
        error: {
          code: 'more_permissions_required',
          message: `The provided key 'rk_test_*****ter2' does not have the required permissions for this endpoint on account 'acct_1'. Having the '${permission}' permission would allow this request to continue.`,
        },
      };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
