import { Hono } from 'hono';
import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import { apiVersion, type SandboxKeys } from '../keys.ts';
import type { Log } from '../log.ts';
import { publicIntent } from '../objects/payment-intent.ts';
import { authenticateIntent, confirmIntent } from '../payments/confirm.ts';
import { type Answer, ok, type Work } from '../payments/context.ts';
import { cancelIntent, checkAmount, createIntent, findIntent, updateIntent } from '../payments/intents.ts';
import { createRefund } from '../payments/refunds.ts';
import { ApiError, invalidRequest, resourceMissing } from '../rest/errors.ts';
import { type FormGroup, parseForm } from '../rest/form.ts';
import { parseParams } from '../rest/params.ts';
import type { Store } from '../store.ts';
import type { Webhooks } from '../webhooks/queue.ts';
import { authenticate, type Caller, checkClientSecret, requireSecretKey } from './auth.ts';
import { readBody } from './body.ts';
import { expandObject } from './expand.ts';
import { createIdempotency, idempotentRequest } from './idempotency.ts';
import { kindOf, listNames, listObjects } from './lists.ts';

export interface ApiDeps {
  keys: SandboxKeys;
  store: Store;
  webhooks: Webhooks;
  log: Log;
  now: () => number;
}

interface Request {
  work: Work;
  caller: Caller;
  form: FormGroup;
  id: string;
}
type Action = (request: Request) => Answer;

/** Only what a secret key may do. */
function forSecretKey(action: Action): Action {
  return (request) => {
    requireSecretKey(request.caller);
    return action(request);
  };
}

/** What a browser may do as well, if it knows the client secret; it gets to see less. */
function forBrowser(schema: 'retrieve' | 'confirmIntent' | 'authenticateIntent', action: Action): Action {
  return (request) => {
    const params = parseParams(schema, request.form);
    const intent = findIntent(request.work, request.id);
    checkClientSecret(request.caller, params.client_secret, intent.client_secret);
    if (request.caller === 'secret') return action(request);
    try {
      return reduceAnswer(action(request));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new ApiError(error.status, reduceError(error.body));
    }
  };
}

function reduceError<T extends { payment_intent?: Stripe.PaymentIntent }>(error: T): T {
  return error.payment_intent ? { ...error, payment_intent: publicIntent(error.payment_intent) } : error;
}

function reduceAnswer({ status, body }: Answer): Answer {
  if ('error' in body) return { status, body: { error: reduceError(body.error as object) } };
  return { status, body: publicIntent(body as Stripe.PaymentIntent) };
}

const retrieve: Action = ({ work, form, id }) =>
  ok(expandObject(work.store, findIntent(work, id), parseParams('retrieve', form).expand));

/** Expands what an action answered, as `expand[]` in its own parameters asks. */
function expanded<T extends Stripe.PaymentIntent | Stripe.Refund>(
  work: Work,
  object: T,
  params: { expand?: string[] },
): Answer {
  return ok(expandObject(work.store, object, params.expand));
}

const actions: Record<string, Action> = {
  'GET /payment_intents/:id': forBrowser('retrieve', retrieve),
  'POST /payment_intents': forSecretKey(({ work, form }) => {
    const params = parseParams('createIntent', form);
    return expanded(work, createIntent(work, params), params);
  }),
  'POST /payment_intents/:id': forSecretKey(({ work, form, id }) => {
    const params = parseParams('updateIntent', form);
    return expanded(work, updateIntent(work, id, params), params);
  }),
  'POST /payment_intents/:id/cancel': forSecretKey(({ work, form, id }) => {
    const params = parseParams('cancelIntent', form);
    return expanded(work, cancelIntent(work, id, params), params);
  }),
  'POST /payment_intents/:id/confirm': forBrowser('confirmIntent', ({ work, form, id }) => {
    const params = parseParams('confirmIntent', form);
    const answer = confirmIntent(work, id, params);
    return answer.status === 200 ? expanded(work, findIntent(work, id), params) : answer;
  }),
  'POST /refunds': forSecretKey(({ work, form }) => {
    const params = parseParams('createRefund', form);
    return expanded(work, createRefund(work, params), params);
  }),
  // Not Stripe's: what the sandbox's own browser half calls. POST, so that no secret is in a URL.
  // A card form that is drawn before there is an intent asks whether it could be paid at all.
  'POST /sandbox/elements_session': ({ form }) => {
    const { amount, currency } = parseParams('elementsSession', form).deferred_intent;
    checkAmount(amount, currency);
    return ok({ object: 'elements.session' });
  },
  'POST /sandbox/payment_intents/:id': forBrowser('retrieve', retrieve),
  'POST /sandbox/payment_intents/:id/authenticate': forBrowser('authenticateIntent', ({ work, form, id }) =>
    authenticateIntent(work, id, parseParams('authenticateIntent', form).outcome),
  ),
};

for (const name of listNames) {
  const kind = kindOf(name);
  actions[`GET /${name}`] = forSecretKey(({ work, form }) => ok(listObjects(work.store, name, form)));
  actions[`GET /${name}/:id`] ??= forSecretKey(({ work, form, id }) => {
    const object = work.store.get(kind, id);
    if (!object) throw resourceMissing(kind, id);
    return ok(expandObject(work.store, object, parseParams('retrieve', form).expand));
  });
}
actions['GET /payment_methods/:id'] = forSecretKey(({ work, form, id }) => {
  const method = work.store.get('payment_method', id);
  if (!method) throw resourceMissing('payment_method', id);
  return ok(expandObject(work.store, method, parseParams('retrieve', form).expand));
});

function readForm(contentType: string | undefined, text: string): FormGroup {
  if (text !== '' && !/^application\/x-www-form-urlencoded\b/i.test(contentType ?? '')) {
    throw invalidRequest('Send parameters as application/x-www-form-urlencoded.');
  }
  return parseForm(text);
}

/** Requests refused for their form are not remembered by an idempotency key: nothing was tried. */
function isRemembered({ body }: ApiError): boolean {
  return !body.code?.startsWith('parameter_') && body.code !== 'secret_key_required';
}

/** Stripe's REST API, as much of it as an order needs, to be mounted at `/v1`. */
export function createApi({ keys, store, webhooks, log, now }: ApiDeps): Hono {
  const idempotency = createIdempotency(store);

  const api = new Hono();
  api.use(async (c, next) => {
    c.header('Access-Control-Allow-Origin', '*');
    c.header('Access-Control-Allow-Headers', 'Authorization, Content-Type, Idempotency-Key, Stripe-Version');
    c.header('Access-Control-Allow-Methods', 'GET, POST, OPTIONS');
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Request-Id', newId('req'));
    c.header('Stripe-Version', apiVersion);
    await next();
  });
  api.options('*', (c) => c.body(null, 204));

  for (const [route, action] of Object.entries(actions)) {
    const [method = '', path = ''] = route.split(' ');
    api.on(method, path, async (c) => {
      const text = method === 'GET' ? new URL(c.req.url).search.slice(1) : await readBody(c.req.raw);
      const { key: formKey, ...form } =
        method === 'GET' ? parseForm(text) : readForm(c.req.header('content-type'), text);
      const caller = authenticate(
        keys,
        c.req.header('authorization'),
        typeof formKey === 'string' ? formKey : undefined,
      );
      const idempotencyKey = c.req.header('idempotency-key');
      const request = idempotentRequest(idempotencyKey, method, c.req.path.replace(/^.*\/v1\//, ''), text);
      const requestId = newId('req');
      c.header('Request-Id', requestId);

      const result = store.transaction(() => {
        const at = now();
        const kept = request ? idempotency.recall(request, at) : undefined;
        if (kept) return { ...kept, isReplay: true };
        const seconds = Math.floor(at / 1000);
        const work: Work = {
          store,
          seconds,
          now: at,
          tell: (happening) =>
            webhooks.enqueue(happening, {
              created: seconds,
              requestId,
              idempotencyKey: idempotencyKey || null,
            }),
        };
        let answer: Answer;
        try {
          // Nested, so that a refusal takes back what was written before it, although it is itself kept.
          answer = store.transaction(() => action({ work, caller, form, id: c.req.param('id') ?? '' }));
        } catch (error) {
          if (!request || !(error instanceof ApiError) || !isRemembered(error)) throw error;
          answer = { status: error.status, body: { error: error.body } };
        }
        const body = JSON.stringify(answer.body);
        const sent = { status: answer.status, body, requestId };
        if (request) idempotency.keep(request, sent, at);
        return { ...sent, isReplay: false };
      });

      webhooks.deliverSoon();
      if (result.isReplay) {
        c.header('Idempotent-Replayed', 'true');
        c.header('Original-Request', result.requestId);
      }
      if (idempotencyKey) c.header('Idempotency-Key', idempotencyKey);
      return new Response(result.body, {
        status: result.status,
        headers: { ...Object.fromEntries(c.res.headers), 'Content-Type': 'application/json' },
      });
    });
  }

  api.all('*', (c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path.slice(0, 120)}).`;
    return c.json({ error: { type: 'invalid_request_error', message } }, 404);
  });
  api.onError((error, c) => {
    if (error instanceof ApiError) {
      return new Response(JSON.stringify({ error: error.body }), {
        status: error.status,
        headers: { ...Object.fromEntries(c.res.headers), 'Content-Type': 'application/json' },
      });
    }
    log.error({ err: error }, 'sandbox request failed');
    return c.json({ error: { type: 'api_error', message: 'The sandbox failed on this request.' } }, 500);
  });
  return api;
}
