import type Stripe from 'stripe';
import {
  invalidRequest,
  resourceMissing,
  StripeApiError,
  type StripeErrorBody,
} from '../payments/api-errors.ts';
import { authenticateIntent, confirmIntent } from '../payments/confirm.ts';
import { closeDispute, updateDispute } from '../payments/disputes.ts';
import type { Endpoints } from '../payments/endpoints.ts';
import { approveReview } from '../payments/fraud-warnings.ts';
import { cancelIntent, checkAmount, createIntent, requireIntent, updateIntent } from '../payments/intents.ts';
import { createRefund } from '../payments/make-refund.ts';
import { type FormGroup, type Params, parseParams, type Schemas, texts } from '../payments/params.ts';
import { ok, type PartOf, type RequestContext, type StripeAnswer } from '../payments/request-context.ts';
import { runStep } from '../payments/run-step.ts';
import type { SandboxWorker } from '../payments/sandbox-worker.ts';
import type { Kind, Store } from '../store.ts';

export type Caller = 'secret' | 'publishable';

interface Request {
  work: RequestContext;
  worker: Pick<SandboxWorker, 'settle'>;
  endpoints: Endpoints;
  caller: Caller;
  form: FormGroup;
  id: string;
}
type Action = (request: Request) => StripeAnswer;

function readForm<K extends keyof Schemas>(schema: K, { expand, ...form }: FormGroup) {
  const names = texts.safeParse(expand ?? {});
  if (!names.success) throw invalidRequest('Invalid value for expand.', { param: 'expand' });
  return { params: parseParams(schema, form), names: names.data };
}

function forSecretKey<K extends keyof Schemas>(
  schema: K,
  run: (work: RequestContext, id: string, params: Params<K>, request: Request) => object,
): Action {
  return (request) => {
    if (request.caller !== 'secret') {
      throw new StripeApiError(403, {
        type: 'invalid_request_error',
        code: 'secret_key_required',
        message: 'This API call cannot be made with a publishable API key. Use the secret API key.',
      });
    }
    const { work, id, form } = request;
    const { params, names } = readForm(schema, form);
    return ok(expandObject(work.store, run(work, id, params, request), names));
  };
}

/** Returns an action that a browser with the client secret may also call; it sees less of the intent. */
function forBrowser<K extends 'retrieve' | 'confirmIntent' | 'authenticateIntent'>(
  schema: K,
  run: (work: RequestContext, id: string, params: Params<K>) => StripeAnswer,
): Action {
  return ({ work, id, form, caller }) => {
    const { params, names } = readForm(schema, form);
    checkClientSecret(caller, params.client_secret, requireIntent(work, id).client_secret);
    if (caller === 'secret') {
      const { status, body } = run(work, id, params);
      return { status, body: 'error' in body ? body : expandObject(work.store, body, names) };
    }
    try {
      const { status, body } = run(work, id, params);
      if ('error' in body) return { status, body: { error: publicError(body.error as StripeErrorBody) } };
      return { status, body: publicIntent(body as Stripe.PaymentIntent) };
    } catch (error) {
      if (error instanceof StripeApiError) throw new StripeApiError(error.status, publicError(error.body));
      throw error;
    }
  };
}

function publicIntent(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const { metadata, latest_charge, amount_received, review, statement_descriptor_suffix, ...seen } = intent;
  return seen as Stripe.PaymentIntent;
}

function publicError({ payment_intent: intent, ...error }: StripeErrorBody): StripeErrorBody {
  return intent ? { ...error, payment_intent: publicIntent(intent) } : error;
}

const retrieve = forBrowser('retrieve', (work, id) => ok(requireIntent(work, id)));

/** The API's calls. Those under `/sandbox/` are not Stripe's, and all POST, to keep secrets out of URLs. */
export const actions: Record<string, Action> = {
  'GET /payment_intents/:id': retrieve,
  'POST /payment_intents': forSecretKey('createIntent', (work, _id, params) => createIntent(work, params)),
  'POST /payment_intents/:id': forSecretKey('updateIntent', updateIntent),
  'POST /payment_intents/:id/cancel': forSecretKey('cancelIntent', cancelIntent),
  'POST /payment_intents/:id/confirm': forBrowser('confirmIntent', confirmIntent),
  'POST /refunds': forSecretKey('createRefund', (work, _id, params) => createRefund(work, params)),
  'POST /disputes/:id': forSecretKey('updateDispute', updateDispute),
  'POST /disputes/:id/close': forSecretKey('nothing', closeDispute),
  'POST /reviews/:id/approve': forSecretKey('nothing', approveReview),
  'POST /webhook_endpoints': forSecretKey('createEndpoint', (work, _id, params, { endpoints }) =>
    endpoints.create(params, work.seconds),
  ),
  'POST /webhook_endpoints/:id': forSecretKey('updateEndpoint', (_work, id, params, { endpoints }) =>
    endpoints.update(id, params),
  ),
  'DELETE /webhook_endpoints/:id': forSecretKey('nothing', (_work, id, _params, { endpoints }) =>
    endpoints.remove(id),
  ),
  'POST /payment_method_domains': forSecretKey('createDomain', createDomain),
  'POST /payment_method_domains/:id': forSecretKey('updateDomain', changeDomain),
  'POST /payment_method_domains/:id/validate': forSecretKey('nothing', ({ store }, id) =>
    store.find('payment_method_domain', id),
  ),
  'GET /account': forSecretKey('nothing', accountOf),
  'POST /sandbox/elements_session'({ form }) {
    const { amount, currency } = parseParams('elementsSession', form).deferred_intent;
    checkAmount(amount, currency);
    return ok({ object: 'elements.session' });
  },
  'POST /sandbox/payment_intents/:id': retrieve,
  'POST /sandbox/payment_intents/:id/authenticate': forBrowser('authenticateIntent', authenticateIntent),
  'POST /sandbox/steps': forSecretKey('step', (work, _id, params) => runStep(work, params)),
  'POST /sandbox/settle': forSecretKey('nothing', (_work, _id, _params, { worker }) => {
    worker.settle('everything');
    return { object: 'sandbox.settled' };
  }),
};

const lists: Record<string, Kind> = {
  payment_intents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  'radar/early_fraud_warnings': 'radar.early_fraud_warning',
  reviews: 'review',
  webhook_endpoints: 'webhook_endpoint',
  payment_method_domains: 'payment_method_domain',
  events: 'event',
};

for (const [name, kind] of Object.entries(lists)) {
  actions[`GET /${name}`] = forSecretKey('list', (work, _id, params) => {
    const { data, hasMore } = listObjects(work, kind, params);
    return { object: 'list', data, has_more: hasMore, url: `/v1/${name}` };
  });
  actions[`GET /${name}/:id`] ??= forSecretKey('nothing', (work, id) => {
    const object = work.store.find(kind, id);
    const isExpired = kind === 'event' && (object.created ?? 0) < work.seconds - eventsKeptSeconds;
    if (isExpired) throw resourceMissing(kind, id);
    return object;
  });
}

/** As https://docs.stripe.com/api/events says. */
const eventsKeptSeconds = 30 * 24 * 3600;

function listObjects({ store, seconds }: RequestContext, kind: Kind, params: Params<'list'>) {
  const { created, type, types = type === undefined ? undefined : [type], ...query } = params;
  const oldest = kind === 'event' ? seconds - eventsKeptSeconds : 0;
  const since = Math.max(created?.gte ?? 0, oldest);
  return store.list(kind, { limit: 10, ...query, types, since, until: created?.lte });
}

function checkClientSecret(caller: Caller, given: string | undefined, expected: string | null): void {
  const param = 'client_secret';
  if (given === undefined && caller === 'publishable') {
    throw invalidRequest('Missing required param: client_secret.', { code: 'parameter_missing', param });
  }
  if (given !== undefined && given !== expected) {
    const code = 'payment_intent_invalid_parameter';
    throw invalidRequest('The client_secret provided does not match this PaymentIntent.', { code, param });
  }
}

function accountOf({ store, seconds }: RequestContext): Stripe.Account {
  const [known] = store.list('account', {}).data;
  if (known) return known;
  const opened: PartOf<Stripe.Account> = {
    id: store.newId('acct'),
    object: 'account',
    charges_enabled: true,
    country: 'US',
    created: seconds,
    default_currency: 'usd',
    requirements: { currently_due: [], disabled_reason: null },
    settings: { card_payments: { statement_descriptor_prefix: 'SANDBOX' } },
    type: 'standard',
  };
  const account = opened as Stripe.Account;
  store.put(account);
  return account;
}

/** Registers a domain for wallets, once (https://docs.stripe.com/payments/payment-methods/pmd-registration). */
function createDomain(
  { store, seconds }: RequestContext,
  _id: string,
  { domain_name, enabled = true }: Params<'createDomain'>,
): Stripe.PaymentMethodDomain {
  if (!/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(domain_name)) {
    throw invalidRequest(`The domain name ${domain_name} is not valid.`, { param: 'domain_name' });
  }
  const [known] = store.list('payment_method_domain', { domain_name }).data;
  if (known) return known;
  const domain = {
    id: store.newId('pmd'),
    object: 'payment_method_domain',
    apple_pay: { status: 'active' },
    google_pay: { status: 'active' },
    created: seconds,
    domain_name,
    enabled,
    livemode: false,
  } as Stripe.PaymentMethodDomain;
  store.put(domain);
  return domain;
}

function changeDomain({ store }: RequestContext, id: string, { enabled }: Params<'updateDomain'>) {
  const domain = store.find('payment_method_domain', id);
  const changed = { ...domain, enabled: enabled ?? domain.enabled };
  store.put(changed);
  return changed;
}

/** Members that hold an id, and the kind of object the id names. */
const references: Record<string, Kind> = {
  latest_charge: 'charge',
  charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
  review: 'review',
};

type Loose = Record<string, unknown>;

/** Returns a copy with ids replaced by their objects, as `expand[]=latest_charge` or `data.latest_charge` asks. */
function expandObject(store: Store, object: object, names: string[]): object {
  if (names.length === 0) return object;
  const copy = structuredClone(object);
  for (const name of names) expandPath(store, copy as Loose, name.split('.'), name);
  return copy;
}

function expandPath(store: Store, object: Loose, path: string[], name: string): void {
  const [member = '', ...rest] = path;
  if (object.object === 'list' && member === 'data' && rest.length > 0) {
    for (const one of object.data as Loose[]) expandPath(store, one, rest, name);
    return;
  }
  const kind = references[member];
  if (!kind || !Object.hasOwn(object, member)) {
    throw invalidRequest(`This property cannot be expanded (${name.slice(0, 80)}).`, { param: 'expand' });
  }
  const value = object[member];
  const inner = typeof value === 'string' ? (store.get(kind, value) ?? value) : value;
  object[member] = inner;
  if (rest.length > 0 && typeof inner === 'object' && inner !== null) {
    expandPath(store, inner as Loose, rest, name);
  }
}
