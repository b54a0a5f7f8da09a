import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payAsCustomer, type Setup, startSetup } from '../../../sandbox/test-sandbox.ts';
import { createTestGateway, testServiceId } from '../../../testing/stripe-gateways.ts';
import { DomainError } from '../../basics/errors.ts';
import type { Payment, PaymentGateway } from '../../context/payment-gateway.ts';

const anOrder = { id: 'order-1', orderNumber: 'CT-7K3M9Q', customerEmail: 'maya@customers.example' };

let setup: Setup;
let gateway: PaymentGateway;
beforeAll(async () => {
  setup = await startSetup();
  const { keys, apiBase } = setup.sandbox;
  gateway = createTestGateway({ ...keys, apiBase });
});
afterAll(() => setup.close());

let keys = 0;
const open = (amountCents = 6000) => gateway.openPayment({ amountCents, idempotencyKey: `test-${keys++}` });

async function pay(payment: Payment, card = '4242424242424242') {
  const intent = await setup.stripe.paymentIntents.retrieve(payment.id);
  return payAsCustomer(setup.sandbox, intent, card);
}

test('a payment is opened for an amount in dollars, with the secret the browser needs', async () => {
  const payment = await open(4950);
  expect(payment).toEqual({
    id: expect.stringMatching(/^pi_/),
    clientSecret: expect.stringMatching(new RegExp(`^${payment.id}_secret_`)),
    status: 'open',
    amountCents: 4950,
    amountReceivedCents: 0,
    currency: 'usd',
    orderId: null,
    serviceId: testServiceId,
    isLive: false,
    refundedCents: 0,
    refunds: [],
    isDisputed: false,
    disputes: null,
    warnings: null,
    declinedCard: null,
    askedAt: expect.any(Number),
  });
});

test('the same key never opens a second payment', async () => {
  const key = { amountCents: 6000, idempotencyKey: 'open-checkout:x:1:6000' };
  const [first, second] = [await gateway.openPayment(key), await gateway.openPayment(key)];
  expect(second.id).toBe(first.id);
});

test('a payment is found as it is now; an unknown one is null', async () => {
  const payment = await open();
  const found = await gateway.findPayment(payment.id);
  expect(found).toEqual({ ...payment, askedAt: expect.any(Number) });
  expect(found?.askedAt).toBeGreaterThan(payment.askedAt);
  expect(await gateway.findPayment('pi_unknown')).toBeNull();
});

test('who looks at Stripe finds the order by its number, and nothing of who ordered what', async () => {
  const payment = await open();
  expect(await gateway.attachOrder(payment.id, anOrder)).toMatchObject({
    id: payment.id,
    orderId: 'order-1',
  });
  const intent = await setup.stripe.paymentIntents.retrieve(payment.id);
  expect(intent.metadata).toEqual({
    service: testServiceId,
    order_id: 'order-1',
    order_number: 'CT-7K3M9Q',
  });
  expect(intent).toMatchObject({
    description: 'Order CT-7K3M9Q',
    statement_descriptor_suffix: 'CAREER TAROT',
    receipt_email: null,
  });
});

test('an open payment asks for another amount when told so', async () => {
  const payment = await open();
  expect((await gateway.changeAmount(payment.id, 7000)).amountCents).toBe(7000);
  expect((await gateway.findPayment(payment.id))?.amountCents).toBe(7000);
});

test('a paid card makes the payment succeed with what was received', async () => {
  const payment = await open();
  await pay(payment);
  expect(await gateway.findPayment(payment.id)).toMatchObject({
    status: 'succeeded',
    amountReceivedCents: 6000,
    refundedCents: 0,
  });
});

test.each(['4000000000000002', '4000000000009995'])(
  'the declined card %s leaves the payment open',
  async (card) => {
    const payment = await open();
    await pay(payment, card);
    expect(await gateway.findPayment(payment.id)).toMatchObject({ status: 'open', amountReceivedCents: 0 });
  },
);

test('a declined card has a name: the same for the same number on every payment, another for another number', async () => {
  const cardDeclinedOn = async (payment: Payment, card: string) => {
    await pay(payment, card);
    return (await gateway.findPayment(payment.id))?.declinedCard;
  };
  const [first, second] = [await open(), await open()];
  const name = await cardDeclinedOn(first, '4000000000000002');
  expect(name).toMatch(/^\S{8,}$/);
  expect(name).not.toContain('4000000000000002');
  expect(await cardDeclinedOn(second, '4000000000000002')).toBe(name);
  expect(await cardDeclinedOn(second, '4000000000009995')).not.toBe(name);
});

test('a payment that waits for 3-D Secure is still open', async () => {
  const payment = await open();
  await pay(payment, '4000002500003155');
  expect((await gateway.findPayment(payment.id))?.status).toBe('open');
});

test('a canceled payment can no longer be paid, and canceling again is no error', async () => {
  const payment = await open();
  expect((await gateway.cancelPayment(payment.id)).status).toBe('canceled');
  expect((await gateway.cancelPayment(payment.id)).status).toBe('canceled');
  expect((await pay(payment)).status).toBe(400);
  expect((await gateway.findPayment(payment.id))?.status).toBe('canceled');
});

test('a payment that has succeeded stays when it is to be canceled, and says so', async () => {
  const payment = await open();
  await pay(payment);
  expect(await gateway.cancelPayment(payment.id)).toMatchObject({
    status: 'succeeded',
    amountReceivedCents: 6000,
  });
});

test('a payment that is over when it is told its order is answered as it is', async () => {
  const [paid, canceled] = [await open(), await open()];
  await pay(paid);
  await gateway.cancelPayment(canceled.id);
  expect((await gateway.attachOrder(paid.id, anOrder)).status).toBe('succeeded');
  expect((await gateway.attachOrder(canceled.id, anOrder)).status).toBe('canceled');
});

test('refunds and disputes are seen', async () => {
  const refunded = await open();
  await pay(refunded);
  await setup.stripe.refunds.create({ payment_intent: refunded.id, amount: 1500 });
  expect((await gateway.findPayment(refunded.id))?.refundedCents).toBe(1500);
  const disputed = await open();
  await pay(disputed, '4000000000000259');
  await setup.receiver.next('charge.dispute.created', disputed.id);
  expect((await gateway.findPayment(disputed.id))?.isDisputed).toBe(true);
});

test('all payments are listed, over more than one page, newest first', async () => {
  const before = Date.now() - 60_000;
  const opened = await Promise.all(Array.from({ length: 105 }, () => open()));
  const listed: Payment[] = [];
  for await (const payment of gateway.listPayments(before)) listed.push(payment);
  const ids = new Set(listed.map(({ id }) => id));
  for (const { id } of opened) expect(ids.has(id)).toBe(true);
  expect(ids.size).toBe(listed.length);
});

test('payments from before the asked time are not listed', async () => {
  await open();
  const listed: Payment[] = [];
  for await (const payment of gateway.listPayments(Date.now() + 3_600_000)) listed.push(payment);
  expect(listed).toEqual([]);
});

test('a signed event of the provider is read: which payment it is about', async () => {
  const payment = await open();
  await pay(payment);
  const { body, signature, event } = await setup.receiver.next('payment_intent.succeeded', payment.id);
  expect(gateway.readEvent(body, signature)).toEqual({
    id: event.id,
    type: 'payment_intent.succeeded',
    paymentId: payment.id,
    chargeId: null,
    isMarked: true,
    createdAt: event.created * 1000,
  });
});

test('an event about a refund leads to its payment', async () => {
  const payment = await open();
  await pay(payment);
  await setup.stripe.refunds.create({ payment_intent: payment.id });
  const { body, signature } = await setup.receiver.next('charge.refunded', payment.id);
  expect(gateway.readEvent(body, signature)).toMatchObject({
    type: 'charge.refunded',
    paymentId: payment.id,
  });
});

test.each(['', 'forged', 't=1,v1=00', 'changed body', 'old'])(
  'a webhook that is %j is refused',
  async (how) => {
    const payment = await open();
    await pay(payment);
    const { body, signature } = await setup.receiver.next('payment_intent.succeeded', payment.id);
    const refused = () => {
      if (how === 'changed body') return gateway.readEvent(body.replace('6000', '6001'), signature);
      if (how === 'old') return gateway.readEvent(body, sign(body, Math.floor(Date.now() / 1000) - 301));
      return gateway.readEvent(body, how);
    };
    expect(refused).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  },
);

test('a signature of just under five minutes ago is accepted', async () => {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object: {} } });
  const signature = sign(body, Math.floor(Date.now() / 1000) - 290);
  expect(gateway.readEvent(body, signature)).toMatchObject({ id: 'evt_1', type: 'x', paymentId: null });
});

test('how old a signature is follows the clock that it was given', async () => {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object: {} } });
  const lastWeek = Date.now() - 7 * 86_400_000;
  const { keys, apiBase } = setup.sandbox;
  const then = createTestGateway({ ...keys, apiBase, now: () => lastWeek });
  const signature = sign(body, Math.floor(lastWeek / 1000) - 290);
  expect(then.readEvent(body, signature).id).toBe('evt_1');
  expect(() => gateway.readEvent(body, signature)).toThrow(DomainError);
});

function sign(body: string, seconds: number): string {
  const hmac = createHmac('sha256', setup.sandbox.keys.webhookSecret).update(`${seconds}.${body}`);
  return `t=${seconds},v1=${hmac.digest('hex')}`;
}

/** What a failed call tells the customer, and what would be logged. */
async function failureOf(call: Promise<unknown>): Promise<{ code: string; message: string; logged: string }> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message, cause } = error;
    return {
      code,
      message,
      logged: cause instanceof Error ? `${cause.message} ${JSON.stringify(cause)}` : '',
    };
  }
  throw new Error('The call succeeded.');
}

const sentence =
  'The payment service cannot be reached right now. Nothing was charged; please try again in a moment.';

test('a provider that is not there is one clear sentence', async () => {
  const nobody = createServer();
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
  const { port } = nobody.address() as AddressInfo;
  await new Promise((resolve) => nobody.close(resolve));
  const away = createTestGateway({ ...setup.sandbox.keys, apiBase: `http://127.0.0.1:${port}` });
  const failure = await failureOf(away.openPayment({ amountCents: 6000, idempotencyKey: 'x' }));
  expect([failure.code, failure.message]).toEqual(['payment_provider_failed', sentence]);
});

test('a wrong key is the same sentence, and the key is not logged', async () => {
  const wrong = createTestGateway({
    secretKey: 'sk_test_wrong_hunter2',
    webhookSecret: 'whsec_x',
    apiBase: setup.sandbox.apiBase,
  });
  const failure = await failureOf(wrong.findPayment('pi_1'));
  expect(failure.message).toBe(sentence);
  expect(failure.logged).not.toContain('hunter2');
});

test("an error that carries a customer's payment is logged without the customer and the secret", async () => {
  const payment = await open();
  await pay(payment);
  const failure = await failureOf(gateway.changeAmount(payment.id, 7000));
  expect(failure.code).toBe('payment_provider_failed');
  expect(failure.logged).toContain('status 400');
  for (const secret of [payment.clientSecret, '_secret_', '4242', setup.sandbox.keys.secretKey]) {
    expect(failure.logged).not.toContain(secret);
  }
});

test('money goes back in parts; the same key gives it back once; more than there is, is refused in Stripe’s words', async () => {
  const payment = await open();
  await pay(payment);
  const part = {
    id: payment.id,
    amountCents: 1000,
    ourId: 'wish-1',
    idempotencyKey: `refund-${payment.id}-1`,
  };
  const [first, again] = [await gateway.refundPayment(part), await gateway.refundPayment(part)];
  expect(first).toMatchObject({ id: expect.stringMatching(/^re_/), status: 'succeeded', ourId: 'wish-1' });
  expect(again.id).toBe(first.id);
  expect(await gateway.findPayment(payment.id)).toMatchObject({ refundedCents: 1000, refunds: [first] });
  const tooMuch = { ...part, amountCents: 6000, idempotencyKey: `refund-${payment.id}-2` };
  await expect(gateway.refundPayment(tooMuch)).rejects.toMatchObject({
    code: 'payment_conflict',
    message: expect.stringContaining('greater than'),
  });
});
