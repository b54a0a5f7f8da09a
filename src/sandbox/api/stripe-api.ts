import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { invalidRequest, StripeApiError } from '../payments/api-errors.ts';
import type { Endpoints } from '../payments/endpoints.ts';
import { type FormGroup, parseStripeForm } from '../payments/params.ts';
import type { Log } from '../payments/queue.ts';
import type { StripeAnswer } from '../payments/request-context.ts';
import type { SandboxWorker } from '../payments/sandbox-worker.ts';
import { apiVersion, type SandboxKeys } from '../sandbox-keys.ts';
import type { Store } from '../store.ts';
import { actions, type Caller } from './actions.ts';

const answersKeptMs = 24 * 3600 * 1000;

function readForm(contentType: string | undefined, text: string): FormGroup {
  if (text !== '' && !/^application\/x-www-form-urlencoded\b/i.test(contentType ?? '')) {
    throw invalidRequest('Send parameters as application/x-www-form-urlencoded.');
  }
  return parseStripeForm(text);
}

const maxBytes = 64 * 1024;

/** Reads a body as text; Hono's `bodyLimit` fails on chunked requests. @throws {StripeApiError} 413 beyond 64 KB */
export async function readBody(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw new StripeApiError(413, { type: 'invalid_request_error', message: 'The request is too large.' });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the caller, by a Bearer or Basic header, or by the form field `key` (publishable key only). */
function authenticate(keys: SandboxKeys, authorization = '', formKey: FormGroup[string] = ''): Caller {
  const [scheme = '', credentials = ''] = authorization.split(/\s+/, 2);
  const isBasic = /^basic$/i.test(scheme);
  const sent = isBasic ? Buffer.from(credentials, 'base64').toString().split(':')[0] : credentials;
  const headerKey = isBasic || /^bearer$/i.test(scheme) ? sent : undefined;
  const key = headerKey ?? (typeof formKey === 'string' ? formKey : '');
  if (headerKey === keys.secretKey) return 'secret';
  if (key === keys.publishableKey) return 'publishable';
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8).replace(/[^\w]/g, '?')}****`
    : 'You did not provide an API key. Send it as a Bearer token in the Authorization header.';
  throw new StripeApiError(401, { type: 'invalid_request_error', message });
}

/** Returns whether an idempotency key replays this refusal: not errors in the form, which tried nothing. */
function isKept({ body: { code = '' } }: StripeApiError): boolean {
  return !code.startsWith('parameter_') && !code.endsWith('_required');
}

/** Builds Stripe's API: checks API key and form, replays answers by idempotency key, one transaction per call. */
export function createStripeApi(
  keys: SandboxKeys,
  store: Store,
  worker: SandboxWorker,
  endpoints: Endpoints,
  log: Log,
): Hono {
  const idempotency = createIdempotencyCache(store);
  const api = new Hono();
  api.use(async (c, next) => {
    c.header('Access-Control-Allow-Origin', '*');
    c.header('Access-Control-Allow-Headers', 'Authorization, Content-Type, Idempotency-Key, Stripe-Version');
    c.header('Access-Control-Allow-Methods', 'GET, POST, OPTIONS');
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Request-Id', store.newId('req'));
    c.header('Stripe-Version', apiVersion);
    await next();
  });
  api.options('*', (c) => c.body(null, 204));

  for (const [route, action] of Object.entries(actions)) {
    const [method = '', path = ''] = route.split(' ');
    api.on(method, path, async (c) => {
      const isPost = method === 'POST';
      const key = (isPost && c.req.header('idempotency-key')) || null;
      const text = isPost ? await readBody(c.req.raw) : new URL(c.req.url).search.slice(1);
      const { key: formKey, ...form } = isPost
        ? readForm(c.req.header('content-type'), text)
        : parseStripeForm(text);
      const caller = authenticate(keys, c.req.header('authorization'), formKey);
      if (key && key.length > 255) throw invalidRequest('Idempotency keys hold 255 characters.');
      const hash = createHash('sha256')
        .update(JSON.stringify([c.req.path.replace(/^.*?\/v1\//, ''), text]))
        .digest('base64url');
      const requestId = store.newId('req');
      c.header('Request-Id', requestId);

      worker.settle();
      const result = worker.run({ requestId, idempotencyKey: key }, (work) => {
        const kept = key && idempotency.find(key, hash, work.now);
        if (kept) return { ...kept, isReplay: true };
        let answer: StripeAnswer;
        try {
          // Nested, so that a refusal rolls back its writes, but is stored itself.
          answer = store.transaction(() =>
            action({ work, worker, endpoints, caller, form, id: c.req.param('id') ?? '' }),
          );
        } catch (error) {
          if (!key || !(error instanceof StripeApiError) || !isKept(error)) throw error;
          answer = { status: error.status, body: { error: error.body } };
        }
        const sent = { status: answer.status, body: JSON.stringify(answer.body), requestId };
        if (key) idempotency.keep(key, hash, sent, work.now);
        return { ...sent, isReplay: false };
      });

      if (result.isReplay) {
        c.header('Idempotent-Replayed', 'true');
        c.header('Original-Request', result.requestId);
      }
      if (key) c.header('Idempotency-Key', key);
      c.header('Content-Type', 'application/json');
      return c.body(result.body, result.status as ContentfulStatusCode);
    });
  }

  api.all('*', (c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path.slice(0, 120)}).`;
    return c.json({ error: { type: 'invalid_request_error', message } }, 404);
  });
  api.onError((error, c) => {
    if (error instanceof StripeApiError) {
      return c.json({ error: error.body }, error.status as ContentfulStatusCode);
    }
    log.error({ err: error }, 'sandbox request failed');
    return c.json({ error: { type: 'api_error', message: 'The sandbox failed on this request.' } }, 500);
  });
  return api;
}

interface KeptAnswer {
  status: number;
  body: string;
  requestId: string;
}

/** Keeps answers for 24 hours by idempotency key (https://docs.stripe.com/api/idempotent_requests). */
function createIdempotencyCache({ db }: Store) {
  const find = db.prepare<[string, number], KeptAnswer & { hash: string }>(
    'SELECT request_hash AS hash, status, body, request_id AS requestId FROM idempotency WHERE key = ? AND created_at > ?',
  );
  const deleteOld = db.prepare('DELETE FROM idempotency WHERE created_at <= ?');
  const insert = db.prepare(
    'INSERT OR REPLACE INTO idempotency (key, request_hash, request_id, status, body, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return {
    find(key: string, hash: string, now: number): KeptAnswer | undefined {
      const kept = find.get(key, now - answersKeptMs);
      if (!kept || kept.hash === hash) return kept;
      throw new StripeApiError(400, {
        type: 'idempotency_error',
        message: `This idempotency key was first used with other parameters. Use another key for another request: '${key.slice(0, 80)}'.`,
      });
    },
    keep(key: string, hash: string, { requestId, status, body }: KeptAnswer, now: number): void {
      deleteOld.run(now - answersKeptMs);
      insert.run(key, hash, requestId, status, body, now);
    },
  };
}
