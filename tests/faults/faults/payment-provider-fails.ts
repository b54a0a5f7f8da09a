import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout.ts';
import type { ErrorBody } from '../../../src/shared/errors.ts';
import { addSignedIn, checkoutPath, storedOrder } from '../../../src/testing/builders.ts';
import { createTestGateway } from '../../../src/testing/stripe-gateways.ts';
import { readingRequest } from '../../../src/testing/test-app.ts';
import { type Behaviour, type Front, openFront } from '../servers/front.ts';
import { serveApp } from '../servers/http-server.ts';
import { createAppOnSandbox, payWithCard } from '../servers/stripe-sandbox.ts';
import { createTally, percentile, type Trial, timeLimit } from '../trial.ts';

/** How long a desk may take to answer beside it all, in milliseconds (p99). */
const deskPatience = 200;

/**
 * How long anybody may wait for an answer, in milliseconds: three tries of ten seconds and the pauses between
 * them. The quick form has tries of a fifth of a second.
 */
const customerPatience = { quick: 8_000, full: 40_000 };

const internalError = JSON.stringify({
  error: { type: 'api_error', message: 'Something is wrong at Stripe.' },
});

const faults: { name: string; behaviour: Behaviour }[] = [
  { name: 'down', behaviour: 'down' },
  { name: 'never answering', behaviour: 'silent' },
  { name: 'breaking off', behaviour: 'deaf' },
  { name: 'answering 500', behaviour: { reply: httpAnswer('500 Internal Server Error', internalError) } },
  { name: 'answering 429', behaviour: { reply: httpAnswer('429 Too Many Requests', internalError) } },
  { name: 'answering nonsense', behaviour: { reply: httpAnswer('200 OK', '<html>maintenance') } },
];

/** Customers at every step of the checkout while Stripe fails in each way; then Stripe is back. */
const providerFails: Trial = {
  table: 'fault',
  name: 'payment-provider-fails',
  promise:
    'with Stripe slow, down or failing the customer reads what happened and can go on later; the desks stay as quick as ever',
  counts: { quick: 24, full: 240 },
  async run(count, progress) {
    const tally = createTally();
    const times: number[] = [];
    // The genuine patience of half a minute is for the full count.
    const isQuick = count < this.counts.full;
    const customers = Math.ceil(count / faults.length);
    await Promise.all(
      faults.map(async (fault) => {
        await bringAbout(fault, customers, isQuick, times, tally.count);
        progress(tally.outcome().tried);
      }),
    );
    const p99 = percentile(times, 0.99);
    if (p99 > timeLimit(deskPatience)) tally.count(`the desks took ${Math.round(p99)} ms (p99)`);
    return tally.outcome(`${faults.length} faults, ${times.length} desk calls, p99 ${Math.round(p99)} ms`);
  },
};

type Shop = Awaited<ReturnType<typeof createAppOnSandbox>>;
type Browser = ReturnType<Shop['app']['visitor']>;

async function bringAbout(
  fault: (typeof faults)[number],
  count: number,
  isQuick: boolean,
  times: number[],
  report: (loss: string | null) => void,
) {
  const shop = await createAppOnSandbox();
  const { app, sandbox } = shop;
  const front: Front = await openFront(Number(new URL(sandbox.apiBase).port));
  const apiBase = `http://127.0.0.1:${front.port}`;
  app.context.payments = createTestGateway({
    serviceId: app.context.serviceId,
    ...sandbox.keys,
    apiBase,
    ...(isQuick ? { timeoutMilliseconds: 200 } : {}),
  });
  const http = await serveApp(app);
  try {
    const admin = await addSignedIn(app, 'admin', 'admin');
    const reader = await addSignedIn(app, 'reader', 'reader');

    const customers: Customer[] = [];
    while (customers.length < count) customers.push(await prepare(shop, customers.length));

    await front.behave(fault.behaviour);
    let isOver = false;
    const desks = watchDesks(http, admin, reader, times, () => isOver);
    const patience = timeLimit(isQuick ? customerPatience.quick : customerPatience.full);
    const losses = await Promise.all(
      customers.map((customer) => withPatience(patience, suffer(shop, http, customer))),
    );
    isOver = true;
    const deskLoss = await desks;

    await front.behave('forward');
    for (const [index, customer] of customers.entries()) {
      const loss = losses[index] ?? deskLoss ?? (await goOn(shop, customer));
      report(loss && `Stripe ${fault.name}, ${customer.step}: ${loss}`);
    }
  } finally {
    await http.close();
    await front.close();
    await shop.close();
  }
}

type Step = 'opening the page' | 'pressing Pay' | 'coming back' | 'being told by a webhook';
const steps: Step[] = ['opening the page', 'pressing Pay', 'coming back', 'being told by a webhook'];

interface Customer {
  step: Step;
  browser: Browser;
  /** From the step of coming back on: what was paid. */
  order: CheckoutSubmitted | null;
}

/** Brings a customer to their step while all is well. */
async function prepare({ app, sandbox }: Shop, index: number): Promise<Customer> {
  const step = steps[index % steps.length] ?? 'opening the page';
  const browser = app.visitor();
  if (step === 'opening the page') return { step, browser, order: null };
  await browser.post(checkoutPath);
  if (step === 'pressing Pay') return { step, browser, order: null };
  const { body: order } = await browser.post<CheckoutSubmitted>(checkoutPath, readingRequest());
  const { paymentIntentId, clientSecret } = order;
  const payment = { paymentIntentId: paymentIntentId ?? '', clientSecret: clientSecret ?? '' };
  if (!(await payWithCard(sandbox.apiBase, payment))) throw new Error('The sandbox did not take the card.');
  return { step, browser, order };
}

/** @returns what is wrong with the answer a customer gets while Stripe fails, or null */
async function suffer(shop: Shop, http: Http, { step, browser, order }: Customer): Promise<string | null> {
  if (step === 'being told by a webhook') {
    const status = await tellByWebhook(shop, order);
    return status >= 500 ? null : `a webhook was answered ${status}, so Stripe does not repeat it`;
  }
  const { status, text } =
    step === 'coming back' && order
      ? await http.call(browser, 'POST', '/api/confirm-payment', idsOf(order))
      : await http.call(browser, 'POST', checkoutPath, step === 'pressing Pay' ? readingRequest() : {});
  const { error }: Partial<ErrorBody> = JSON.parse(text);
  if (status !== 502 || error?.code !== 'payment_provider_failed') return `answered ${status} ${text}`;
  const isClear = error.message.includes('payment service') && /try again|Check back/.test(error.message);
  return isClear ? null : `the customer reads "${error.message}"`;
}

/** @returns what came of it, or that it took too long */
async function withPatience(milliseconds: number, suffering: Promise<string | null>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer after ${milliseconds / 1000} s`), milliseconds);
  });
  try {
    return await Promise.race([suffering, enough]);
  } finally {
    clearTimeout(timer);
  }
}

/** @returns why the customer cannot go on although Stripe is back, or null */
async function goOn(shop: Shop, { step, browser, order }: Customer): Promise<string | null> {
  if (order) {
    if (step === 'coming back') await browser.post('/api/confirm-payment', idsOf(order));
    else await tellByWebhook(shop, order);
    const { paymentStatus } = storedOrder(shop.app, order.orderId);
    return paymentStatus === 'paid' ? null : `charged, and afterwards the order is ${paymentStatus}`;
  }
  if (step === 'opening the page') await browser.post(checkoutPath);
  const { status, body } = await browser.post<CheckoutSubmitted>(checkoutPath, readingRequest());
  if (status !== 200) return `afterwards pressing Pay is answered ${status}`;
  return storedOrder(shop.app, body.orderId).paymentStatus === 'unpaid' ? null : 'paid without a card';
}

async function tellByWebhook({ app, stripe, sandbox }: Shop, order: CheckoutSubmitted | null) {
  const object = { id: order?.paymentIntentId, object: 'payment_intent' };
  const body = JSON.stringify({
    id: `evt_${order?.paymentIntentId}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: Math.floor(Date.now() / 1000),
    data: { object },
  });
  const signature = stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: sandbox.keys.webhookSecret,
  });
  const headers = { 'stripe-signature': signature };
  return (await app.app.request('/api/stripe/webhook', { method: 'POST', headers, body })).status;
}

type Http = Awaited<ReturnType<typeof serveApp>>;

/** Works at both desks until it is over. @returns what did not work, or null */
async function watchDesks(
  http: Http,
  admin: Browser,
  reader: Browser,
  times: number[],
  isOver: () => boolean,
): Promise<string | null> {
  const calls = [
    { browser: admin, path: '/api/orders' },
    { browser: reader, path: '/api/reader/orders' },
    { browser: admin, path: '/api/settings' },
  ];
  for (let turn = 0; turn < 30 || !isOver(); turn++) {
    const { browser, path } = calls[turn % calls.length] ?? { browser: admin, path: '/api/orders' };
    const { status, milliseconds } = await http.call(browser, 'GET', path);
    if (status !== 200) return `${path} was answered ${status} meanwhile`;
    times.push(milliseconds);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return null;
}

function idsOf({ orderId, orderNumber }: CheckoutSubmitted) {
  return { orderId, orderNumber };
}

function httpAnswer(status: string, body: string): string {
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  return `${head}\r\nConnection: close\r\n\r\n${body}`;
}

export const trials: Trial[] = [providerFails];
