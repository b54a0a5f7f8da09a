import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payAsCustomer, type Setup, startSetup } from '../../../sandbox/test-sandbox.ts';
import { createTestGateway } from '../../../testing/stripe-gateways.ts';
import { DomainError } from '../../basics/errors.ts';
import type { Payment, PaymentGateway } from '../../context/payment-gateway.ts';

/* Webhooks of the real gateway; what its calls do is in `src/testing/payment-contract`. */

let setup: Setup;
let gateway: PaymentGateway;
beforeAll(async () => {
  setup = await startSetup();
  const { keys, apiBase } = setup.sandbox;
  gateway = createTestGateway({ ...keys, apiBase });
});
afterAll(() => setup.close());

let keys = 0;
const open = () => gateway.openPayment({ amountCents: 6000, idempotencyKey: `test-${keys++}` });

async function pay(payment: Payment) {
  const intent = await setup.stripe.paymentIntents.retrieve(payment.id);
  return payAsCustomer(setup.sandbox, intent, '4242424242424242');
}

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

test.each([
  ['', 'unsigned'],
  ['forged', 'unsigned'],
  ['t=1,v1=00', 'foreign'],
  ['changed body', 'foreign'],
  ['old', 'old'],
  ['no event', 'unreadable'],
  ['an object for an id', 'unreadable'],
  ['a list for a charge', 'unreadable'],
  ['without what it is about', 'unreadable'],
])('a webhook that is %j is refused as %s', async (how, fault) => {
  const payment = await open();
  await pay(payment);
  const { body, signature } = await setup.receiver.next('payment_intent.succeeded', payment.id);
  const now = Math.floor(Date.now() / 1000);
  const refused = () => {
    if (how === 'changed body') return gateway.readEvent(body.replace('6000', '6001'), signature);
    if (how === 'old') return gateway.readEvent(body, sign(body, now - 301));
    if (how === 'no event') return gateway.readEvent('no JSON', sign('no JSON', now));
    const misshapen: Record<string, object> = {
      'an object for an id': { id: { id: 'evt_1' } },
      'a list for a charge': { data: { object: { charge: ['ch_1'] } } },
      'without what it is about': { data: null },
    };
    if (how in misshapen) {
      const sent = JSON.stringify({ ...JSON.parse(body), ...misshapen[how] });
      return gateway.readEvent(sent, sign(sent, now));
    }
    return gateway.readEvent(body, how);
  };
  expect(refused).toThrow(expect.objectContaining({ code: 'invalid_request', fault }));
});

test('a signature of just under five minutes ago is accepted', async () => {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', created: 1, data: { object: {} } });
  const signature = sign(body, Math.floor(Date.now() / 1000) - 290);
  expect(gateway.readEvent(body, signature)).toMatchObject({ id: 'evt_1', type: 'x', paymentId: null });
});

test('how old a signature is follows the clock that it was given', async () => {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', created: 1, data: { object: {} } });
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
