import type Stripe from 'stripe';
import { publicIntent } from '../objects/payment-intent.ts';
import { accountOf, changeAccount } from '../payments/account.ts';
import { authenticateIntent, confirmIntent } from '../payments/confirm.ts';
import { type Answer, ok, type Work } from '../payments/context.ts';
import { closeDispute, updateDispute } from '../payments/disputes.ts';
import { changeDomain, createDomain, findDomain } from '../payments/domains.ts';
import { cancelIntent, checkAmount, createIntent, findIntent, updateIntent } from '../payments/intents.ts';
import { cancelRefund, updateRefund } from '../payments/refund-states.ts';
import { createRefund } from '../payments/refunds.ts';
import { bringAbout } from '../payments/steps.ts';
import { approveReview } from '../payments/suspicions.ts';
import type { Worker } from '../payments/worker.ts';
import { ApiError, resourceMissing } from '../rest/errors.ts';
import type { FormGroup } from '../rest/form.ts';
import { parseParams } from '../rest/params.ts';
import type { StoredObject } from '../store.ts';
import type { Endpoints } from '../webhooks/endpoints.ts';
import { type Caller, checkClientSecret, requireSecretKey } from './auth.ts';
import { expandObject } from './expand.ts';
import { isForgotten, kindOf, listNames, listObjects } from './lists.ts';
import type { Permissions } from './permissions.ts';

export interface Request {
  work: Work;
  worker: Pick<Worker, 'settle'>;
  endpoints: Endpoints;
  permissions: Pick<Permissions, 'withhold'>;
  caller: Caller;
  form: FormGroup;
  id: string;
}
export type Action = (request: Request) => Answer;

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
function expanded<T extends StoredObject>(work: Work, object: T, params: { expand?: string[] }): Answer {
  return ok(expandObject(work.store, object, params.expand));
}

export const actions: Record<string, Action> = {
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
  'POST /refunds/:id': forSecretKey(({ work, form, id }) => {
    const params = parseParams('updateMetadata', form);
    return expanded(work, updateRefund(work, id, params), params);
  }),
  'POST /refunds/:id/cancel': forSecretKey(({ work, form, id }) => {
    const params = parseParams('expandOnly', form);
    return expanded(work, cancelRefund(work, id), params);
  }),
  'POST /disputes/:id': forSecretKey(({ work, form, id }) => {
    const params = parseParams('updateDispute', form);
    return expanded(work, updateDispute(work, id, params), params);
  }),
  'POST /disputes/:id/close': forSecretKey(({ work, form, id }) => {
    const params = parseParams('expandOnly', form);
    return expanded(work, closeDispute(work, id), params);
  }),
  'POST /reviews/:id/approve': forSecretKey(({ work, form, id }) => {
    const params = parseParams('expandOnly', form);
    return expanded(work, approveReview(work, id), params);
  }),
  'POST /webhook_endpoints': forSecretKey(({ work, endpoints, form }) =>
    ok(endpoints.create(parseParams('createEndpoint', form), work.seconds)),
  ),
  'POST /webhook_endpoints/:id': forSecretKey(({ endpoints, form, id }) =>
    ok(endpoints.update(id, parseParams('updateEndpoint', form))),
  ),
  'DELETE /webhook_endpoints/:id': forSecretKey(({ endpoints, id }) => ok(endpoints.remove(id))),
  'POST /payment_method_domains': forSecretKey(({ work, form }) =>
    ok(createDomain(work, parseParams('createDomain', form))),
  ),
  'POST /payment_method_domains/:id': forSecretKey(({ work, form, id }) =>
    ok(changeDomain(work, id, parseParams('updateDomain', form))),
  ),
  'POST /payment_method_domains/:id/validate': forSecretKey(({ work, form, id }) => {
    parseParams('expandOnly', form);
    return ok(findDomain(work, id));
  }),
  'GET /account': forSecretKey(({ work }) => ok(accountOf(work))),
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
  // Not Stripe's either: what banks, cardholders and people at Stripe's dashboard do, for tests to bring about.
  'POST /sandbox/steps': forSecretKey(({ work, form }) => ok(bringAbout(work, parseParams('step', form)))),
  'POST /sandbox/settle': forSecretKey(({ worker }) => {
    worker.settle('everything');
    return ok({ object: 'sandbox.settled' });
  }),
  'POST /sandbox/permissions': forSecretKey(({ permissions, form }) => {
    const { missing = [] } = parseParams('missingPermissions', form);
    permissions.withhold(missing);
    return ok({ object: 'sandbox.permissions', missing });
  }),
  'POST /sandbox/account': forSecretKey(({ work, form }) =>
    ok(changeAccount(work, parseParams('changeAccount', form))),
  ),
};

for (const name of listNames) {
  const kind = kindOf(name);
  actions[`GET /${name}`] = forSecretKey(({ work, form }) => ok(listObjects(work, name, form)));
  actions[`GET /${name}/:id`] ??= forSecretKey(({ work, form, id }) => {
    const object = work.store.get(kind, id);
    if (!object || isForgotten(object, work.seconds)) throw resourceMissing(kind, id);
    return ok(expandObject(work.store, object, parseParams('retrieve', form).expand));
  });
}
actions['GET /payment_methods/:id'] = forSecretKey(({ work, form, id }) => {
  const method = work.store.get('payment_method', id);
  if (!method) throw resourceMissing('payment_method', id);
  return ok(expandObject(work.store, method, parseParams('retrieve', form).expand));
});
