import { Hono } from 'hono';
import { newId } from '../ids.ts';
import { apiVersion, type SandboxKeys } from '../keys.ts';
import type { Log } from '../log.ts';
import type { Answer } from '../payments/context.ts';
import type { Worker } from '../payments/worker.ts';
import { ApiError, invalidRequest } from '../rest/errors.ts';
import { type FormGroup, parseForm, readBody } from '../rest/form.ts';
import type { Store } from '../store.ts';
import type { Endpoints } from '../webhooks/endpoints.ts';
import { actions } from './actions.ts';
import { authenticate } from './auth.ts';
import { createIdempotency, idempotentRequest } from './idempotency.ts';

export interface ApiDeps {
  keys: SandboxKeys;
  store: Store;
  worker: Worker;
  endpoints: Endpoints;
  log: Log;
}

function readForm(contentType: string | undefined, text: string): FormGroup {
  if (text !== '' && !/^application\/x-www-form-urlencoded\b/i.test(contentType ?? '')) {
    throw invalidRequest('Send parameters as application/x-www-form-urlencoded.');
  }
  return parseForm(text);
}

/** Requests refused for their form are not remembered by an idempotency key: nothing was tried. */
function isRemembered({ body }: ApiError): boolean {
  const { code = '' } = body;
  return !code.startsWith('parameter_') && !code.endsWith('_required');
}

/** Stripe's REST API, as much of it as an order needs, to be mounted at `/v1`. */
export function createApi({ keys, store, worker, endpoints, log }: ApiDeps): Hono {
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
      const authorization = c.req.header('authorization');
      const idempotencyKey = c.req.header('idempotency-key');
      const isInBody = method === 'POST';
      const text = isInBody ? await readBody(c.req.raw) : new URL(c.req.url).search.slice(1);
      const { key: formKey, ...form } = isInBody
        ? readForm(c.req.header('content-type'), text)
        : parseForm(text);
      const caller = authenticate(keys, authorization, typeof formKey === 'string' ? formKey : undefined);
      const resource = c.req.path.replace(/^.*?\/v1\//, '');
      const request = idempotentRequest(idempotencyKey, method, resource, text);
      const requestId = newId('req');
      c.header('Request-Id', requestId);

      worker.settle();
      const result = worker.run({ requestId, idempotencyKey: idempotencyKey || null }, (work) => {
        const kept = request ? idempotency.recall(request, work.now) : undefined;
        if (kept) return { ...kept, isReplay: true };
        let answer: Answer;
        try {
          // Nested, so that a refusal takes back what was written before it, although it is itself kept.
          answer = store.transaction(() =>
            action({ work, worker, endpoints, caller, form, id: c.req.param('id') ?? '' }),
          );
        } catch (error) {
          if (!request || !(error instanceof ApiError) || !isRemembered(error)) throw error;
          answer = { status: error.status, body: { error: error.body } };
        }
        const body = JSON.stringify(answer.body);
        const sent = { status: answer.status, body, requestId };
        if (request) idempotency.keep(request, sent, work.now);
        return { ...sent, isReplay: false };
      });

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
