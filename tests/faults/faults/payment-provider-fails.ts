import { setTimeout as wait } from 'node:timers/promises';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout-schema.ts';
import type { ErrorBody } from '../../../src/shared/error-body.ts';
import { addSignedIn, confirm, openCheckoutPage, submitForm } from '../../kit/builders.ts';
import type { TestApp } from '../../kit/test-app.ts';
import { type MoneyShop, openMoneyShop } from '../money-support/money-shop.ts';
import { apiError, type Fate } from '../servers/api-front.ts';
import { percentile, type Run, type Trial, timeLimit } from '../trial.ts';

const deskTimeoutMs = 200;

/**
 * How long a customer may wait for an answer, in milliseconds: three tries of ten seconds and the pauses
 * between them. In the short run, a try takes a fifth of a second.
 */
const customerTimeoutMs = { quick: 8_000, full: 40_000 };

const faults: Record<string, Fate> = {
  down: 'is lost',
  'never answering': 'is never answered',
  'breaking off': 'answer is lost',
  'answering 500': 'fails',
  'answering 429': { status: 429, body: apiError },
  'answering nonsense': { status: 200, body: '<html>maintenance' },
};

const providerFails: Trial = {
  table: 'fault',
  name: 'payment-provider-fails',
  promise:
    'with Stripe slow, down or failing the customer reads what happened; the desks stay as quick as ever',
  counts: { quick: 24, full: 240 },
  async run(times, run) {
    const desks: number[] = [];
    // The real timeouts of half a minute are only for the full count.
    const isQuick = times < this.counts.full;
    const customers = times / Object.keys(faults).length;
    await Promise.all(
      Object.entries(faults).map(async ([name, fate]) => {
        const shop = await openMoneyShop(run);
        await letFail(shop, name, fate, customers, isQuick, desks, run.count);
      }),
    );
    const p99 = percentile(desks, 0.99);
    if (p99 > timeLimit(deskTimeoutMs)) run.count(`the desks took ${Math.round(p99)} ms (p99)`);
    return `${Object.keys(faults).length} faults, ${desks.length} desk calls, p99 ${Math.round(p99)} ms`;
  },
};

async function letFail(
  shop: MoneyShop,
  name: string,
  fate: Fate,
  count: number,
  isQuick: boolean,
  times: number[],
  report: Run['count'],
) {
  const customers: Customer[] = [];
  while (customers.length < count) customers.push(await prepare(shop, customers.length));
  shop.front.decide(() => fate);
  if (isQuick) shop.connect({ timeoutMilliseconds: 200 });
  let isOver = false;
  const desks = watchDesks(shop.app, times, () => isOver);
  const timeout = timeLimit(isQuick ? customerTimeoutMs.quick : customerTimeoutMs.full);
  const late = `no answer after ${timeout / 1000} s`;
  const losses = await Promise.all(
    customers.map((customer) => Promise.race([suffer(shop, customer), wait(timeout, late, { ref: false })])),
  );
  isOver = true;
  const deskLoss = await desks;
  for (const [index, customer] of customers.entries()) {
    const loss = losses[index] ?? deskLoss;
    report(loss && `Stripe ${name}, ${customer.step}: ${loss}`);
  }
}

const steps = ['opening the page', 'pressing Pay', 'coming back', 'being told by a webhook'] as const;

interface Customer {
  step: (typeof steps)[number];
  browser: ReturnType<TestApp['visitor']>;
  /** The paid order, from the step of coming back on. */
  order: CheckoutSubmitted | null;
}

async function prepare({ app, pay }: MoneyShop, index: number): Promise<Customer> {
  const step = steps[index % steps.length] ?? 'opening the page';
  const browser = app.visitor();
  if (step !== 'opening the page') await openCheckoutPage(browser);
  if (step === 'opening the page' || step === 'pressing Pay') return { step, browser, order: null };
  const { body: order } = await submitForm(browser);
  if (!(await pay(order))) throw new Error('The sandbox did not take the card.');
  return { step, browser, order };
}

/** @returns what is wrong with the answer to a customer while Stripe fails, or null */
async function suffer(shop: MoneyShop, { step, browser, order }: Customer): Promise<string | null> {
  if (order && step === 'being told by a webhook') {
    const status = await shop.deliver(successOf(order));
    return status >= 500 ? null : `a webhook was answered ${status}, so Stripe does not repeat it`;
  }
  const asked = order
    ? confirm(shop.app, order)
    : step === 'pressing Pay'
      ? submitForm(browser)
      : openCheckoutPage(browser);
  const { status, body }: { status: number; body: Partial<ErrorBody> } = await asked;
  if (status !== 502 || body.error?.code !== 'payment_provider_failed')
    return `answered ${status} ${JSON.stringify(body)}`;
  const { message } = body.error;
  const isClear = message.includes('payment service') && /try again|Check back/.test(message);
  return isClear ? null : `the customer reads "${message}"`;
}

function successOf({ paymentIntentId: id }: CheckoutSubmitted) {
  const created = Math.floor(Date.now() / 1000);
  const data = { object: { id, object: 'payment_intent' } };
  return { id: `evt_${id}`, object: 'event', type: 'payment_intent.succeeded', created, data };
}

/** Works at both desks until `isOver`. @returns what did not work, or null */
async function watchDesks(app: TestApp, times: number[], isOver: () => boolean): Promise<string | null> {
  const admin = await addSignedIn(app, 'admin', 'admin');
  const reader = await addSignedIn(app, 'reader', 'reader');
  const calls = [
    () => admin.get('/api/orders'),
    () => reader.get('/api/reader/orders'),
    () => admin.get('/api/settings'),
  ];
  for (let turn = 0; turn < 30 || !isOver(); turn++) {
    const startedAt = performance.now();
    const answer = await calls[turn % calls.length]?.();
    if (answer?.status !== 200) return `a desk was answered ${answer?.status} beside it`;
    times.push(performance.now() - startedAt);
    await wait(2);
  }
  return null;
}

export const trials: Trial[] = [providerFails];
