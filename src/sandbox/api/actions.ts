import type Stripe from 'stripe';
import { publicIntent } from '../objects/payment-intent.ts';
import { accountOf } from '../payments/account.ts';
import { authenticateIntent, confirmIntent } from '../payments/confirm.ts';
import { type Answer, ok, type Work } from '../payments/context.ts';
import { closeDispute, updateDispute } from '../payments/disputes.ts';
import { changeDomain, createDomain, findDomain } from '../payments/domains.ts';
import { cancelIntent, checkAmount, createIntent, findIntent, updateIntent } from '../payments/intents.ts';
import { createRefund } from '../payments/refunds.ts';
import { bringAbout } from '../payments/steps.ts';
import { approveReview } from '../payments/suspicions.ts';
import type { Worker } from '../payments/worker.ts';
import { ApiError, invalidRequest, resourceMissing } from '../rest/errors.ts';
import type { FormGroup } from '../rest/form.ts';
import { type Params, parseParams, type Schemas, texts } from '../rest/params.ts';
import type { Endpoints } from '../webhooks/endpoints.ts';
import { type Caller, checkClientSecret, requireSecretKey } from './auth.ts';
import { expandObject } from './expand.ts';
import { isForgotten, type ListName, listObjects, lists } from './lists.ts';

export interface Request {
  work: Work;
  worker: Pick<Worker, 'settle'>;
  endpoints: Endpoints;
  caller: Caller;
  form: FormGroup;
  id: string;
}
export type Action = (request: Request) => Answer;

/** Reads what every call can be asked for: what to expand in the answer. */
function readForm<K extends keyof Schemas>(schema: K, { expand, ...form }: FormGroup) {
  const names = texts.safeParse(expand ?? {});
  if (!names.success) throw invalidRequest('Invalid value for expand.', { param: 'expand' });
  return { params: parseParams(schema, form), names: names.data };
}

/** @returns an action that only a secret key may call */
function forSecretKey<K extends keyof Schemas>(
  schema: K,
  run: (request: Request, params: Params<K>) => object,
): Action {
  return (request) => {
    requireSecretKey(request.caller);
    const { params, names } = readForm(schema, request.form);
    return ok(expandObject(request.work.store, run(request, params), names));
  };
}

/** @returns an action that a browser may call as well if it knows the client secret; it gets to see less */
function forBrowser<K extends 'retrieve' | 'confirmIntent' | 'authenticateIntent'>(
  schema: K,
  run: (request: Request, params: Params<K>) => Answer,
): Action {
  return (request) => {
    const { params, names } = readForm(schema, request.form);
    const intent = findIntent(request.work, request.id);
    checkClientSecret(request.caller, params.client_secret, intent.client_secret);
    if (request.caller === 'secret') {
      const { status, body } = run(request, params);
      return { status, body: 'error' in body ? body : expandObject(request.work.store, body, names) };
    }
    try {
      const { status, body } = run(request, params);
      if ('error' in body) return { status, body: { error: reduceError(body.error as object) } };
      return { status, body: publicIntent(body as Stripe.PaymentIntent) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new ApiError(error.status, reduceError(error.body));
    }
  };
}

function reduceError<T extends { payment_intent?: Stripe.PaymentIntent }>(error: T): T {
  return error.payment_intent ? { ...error, payment_intent: publicIntent(error.payment_intent) } : error;
}

const retrieve = forBrowser('retrieve', ({ work, id }) => ok(findIntent(work, id)));

export const actions: Record<string, Action> = {
  'GET /payment_intents/:id': retrieve,
  'POST /payment_intents': forSecretKey('createIntent', ({ work }, params) => createIntent(work, params)),
  'POST /payment_intents/:id': forSecretKey('updateIntent', ({ work, id }, params) =>
    updateIntent(work, id, params),
  ),
  'POST /payment_intents/:id/cancel': forSecretKey('cancelIntent', ({ work, id }) => cancelIntent(work, id)),
  'POST /payment_intents/:id/confirm': forBrowser('confirmIntent', ({ work, id }, params) =>
    confirmIntent(work, id, params),
  ),
  'POST /refunds': forSecretKey('createRefund', ({ work }, params) => createRefund(work, params)),
  'POST /disputes/:id': forSecretKey('updateDispute', ({ work, id }, params) =>
    updateDispute(work, id, params),
  ),
  'POST /disputes/:id/close': forSecretKey('nothing', ({ work, id }) => closeDispute(work, id)),
  'POST /reviews/:id/approve': forSecretKey('nothing', ({ work, id }) => approveReview(work, id)),
  'POST /webhook_endpoints': forSecretKey('createEndpoint', ({ work, endpoints }, params) =>
    endpoints.create(params, work.seconds),
  ),
  'POST /webhook_endpoints/:id': forSecretKey('updateEndpoint', ({ endpoints, id }, params) =>
    endpoints.update(id, params),
  ),
  'DELETE /webhook_endpoints/:id': forSecretKey('nothing', ({ endpoints, id }) => endpoints.remove(id)),
  'POST /payment_method_domains': forSecretKey('createDomain', ({ work }, params) =>
    createDomain(work, params),
  ),
  'POST /payment_method_domains/:id': forSecretKey('updateDomain', ({ work, id }, params) =>
    changeDomain(work, id, params),
  ),
  'POST /payment_method_domains/:id/validate': forSecretKey('nothing', ({ work, id }) =>
    findDomain(work, id),
  ),
  'GET /account': forSecretKey('nothing', ({ work }) => accountOf(work)),
  // Not Stripe's: what the sandbox's own browser half calls. POST, so that no secret is in a URL.
  // A card form that is drawn before there is an intent asks whether it could be paid at all.
  'POST /sandbox/elements_session'({ form }) {
    const { amount, currency } = parseParams('elementsSession', form).deferred_intent;
    checkAmount(amount, currency);
    return ok({ object: 'elements.session' });
  },
  'POST /sandbox/payment_intents/:id': retrieve,
  'POST /sandbox/payment_intents/:id/authenticate': forBrowser(
    'authenticateIntent',
    ({ work, id }, { outcome }) => authenticateIntent(work, id, outcome),
  ),
  // Not Stripe's either: what banks, cardholders and people at Stripe's dashboard do, for tests to bring about.
  'POST /sandbox/steps': forSecretKey('step', ({ work }, params) => bringAbout(work, params)),
  'POST /sandbox/settle': forSecretKey('nothing', ({ worker }) => {
    worker.settle('everything');
    return { object: 'sandbox.settled' };
  }),
};

for (const name of Object.keys(lists) as ListName[]) {
  const kind = lists[name];
  actions[`GET /${name}`] = forSecretKey('list', ({ work }, params) => listObjects(work, name, params));
  actions[`GET /${name}/:id`] ??= forSecretKey('nothing', ({ work, id }) => {
    const object = work.store.get(kind, id);
    if (!object || isForgotten(object, work.seconds)) throw resourceMissing(kind, id);
    return object;
  });
}
