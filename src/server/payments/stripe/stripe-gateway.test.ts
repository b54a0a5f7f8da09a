import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestGateway } from '../../../../tests/kit/test-gateway.ts';
import { payAsCustomer, payWith, type Setup, startSetup } from '../../../sandbox/test-sandbox.ts';
import type { PaymentGateway } from '../../base/payment-gateway.ts';
import { toPayment } from './stripe-gateway.ts';

/* What the real gateway asks, and how it reads webhooks; what its calls do is in `tests/kit/payment-contract`. */

let setup: Setup;
let gateway: PaymentGateway;
beforeAll(async () => {
  setup = await startSetup();
  const { keys, apiBase } = setup.sandbox;
  gateway = createTestGateway({ ...keys, apiBase });
});
afterAll(() => setup.close());

const open = (idempotencyKey: string, by = gateway) =>
  by.openPayment({ amountMinor: 6000, currency: 'usd', idempotencyKey });

/** An event as the sandbox signs and sends it, about a payment that was made. */
async function sentEvent() {
  const payment = await open('test');
  const intent = await setup.stripe.paymentIntents.retrieve(payment.id);
  await payAsCustomer(setup.sandbox, intent, '4242424242424242');
  return { payment, ...(await setup.receiver.next('payment_intent.succeeded', payment.id)) };
}

test('reads a signed event and the payment it is about', async () => {
  const { payment, body, signature, event } = await sentEvent();
  expect(gateway.readEvent(body, signature)).toEqual({
    id: event.id,
    type: 'payment_intent.succeeded',
    paymentId: payment.id,
    chargeId: null,
    isMarked: true,
    createdAt: event.created * 1000,
  });
});

test('refuses forged, changed, old and malformed webhooks with a reason', async () => {
  const { body, signature } = await sentEvent();
  const now = Math.floor(Date.now() / 1000);
  const misshapen = (changes: object) => JSON.stringify({ ...JSON.parse(body), ...changes });
  const refusals: [string, string, string?][] = [
    ['unsigned', body, ''],
    ['unsigned', body, 'forged'],
    ['foreign', body, 't=1,v1=00'],
    ['foreign', body.replace('6000', '6001'), signature],
    ['old', body, sign(body, now - 301)],
    ['unreadable', 'no JSON'],
    ['unreadable', misshapen({ id: { id: 'evt_1' } })],
    ['unreadable', misshapen({ data: { object: { charge: ['ch_1'] } } })],
    ['unreadable', misshapen({ data: null })],
  ];
  for (const [fault, sent, signed = sign(sent, now)] of refusals) {
    expect(() => gateway.readEvent(sent, signed), `${fault}: ${sent}`).toThrow(
      expect.objectContaining({ code: 'invalid_request', fault }),
    );
  }
});

test('accepts a signature almost five minutes old by its own clock', () => {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', created: 1, data: { object: {} } });
  const recent = sign(body, Math.floor(Date.now() / 1000) - 290);
  expect(gateway.readEvent(body, recent)).toMatchObject({ id: 'evt_1', type: 'x', paymentId: null });
  const lastWeek = Date.now() - 7 * 86_400_000;
  const { keys, apiBase } = setup.sandbox;
  const then = createTestGateway({ ...keys, apiBase, now: () => lastWeek });
  const signature = sign(body, Math.floor(lastWeek / 1000) - 290);
  expect(then.readEvent(body, signature).id).toBe('evt_1');
  expect(() => gateway.readEvent(body, signature)).toThrow(expect.objectContaining({ fault: 'old' }));
});

test('does not mark another service’s payment as its own', async () => {
  const { keys, apiBase } = setup.sandbox;
  const other = createTestGateway({ ...keys, apiBase, serviceId: 'another-service' });
  const { id } = await open('of another', other);
  expect(await other.findPayment(id)).toMatchObject({ isMarked: true });
  expect(await gateway.findPayment(id)).toMatchObject({ isMarked: false });
});

test('stores order id and number at Stripe, but no personal data', async () => {
  const { id } = await open('looked at');
  const order = { id: 'order-1', orderNumber: 'CT-7K3M9Q', customerEmail: 'maya@customers.example' };
  await gateway.attachOrder(id, order);
  const { metadata, ...intent } = await setup.stripe.paymentIntents.retrieve(id);
  expect(metadata).toEqual({ service: 'service-under-test', order_id: 'order-1', order_number: 'CT-7K3M9Q' });
  expect(intent).toMatchObject({
    description: 'Order CT-7K3M9Q',
    statement_descriptor_suffix: 'CAREER TAROT',
    receipt_email: null,
  });
});

function sign(body: string, seconds: number): string {
  const hmac = createHmac('sha256', setup.sandbox.keys.webhookSecret).update(`${seconds}.${body}`);
  return `t=${seconds},v1=${hmac.digest('hex')}`;
}

const asked = { serviceId: 'service-under-test', askedAt: 1 };

/** @returns a payment that was disputed, and reads it with changes of the dispute */
async function readDisputed() {
  const { intent, charge } = await payWith(setup, '4000000000000259');
  const [dispute] = (await setup.stripe.disputes.list({ charge })).data;
  const [withdrawn] = dispute?.balance_transactions ?? [];
  if (!dispute || !withdrawn) throw new Error('The bank has taken nothing back.');
  const read = (changes: object) => {
    const disputes = [{ ...dispute, ...changes }];
    const beside = { refunds: [], disputes, warnings: null, review: null };
    return toPayment(intent, beside, asked).disputes?.[0];
  };
  return { dispute, withdrawn, read };
}

test('reads a dispute’s due date, or null when the bank sets none', async () => {
  const { dispute, read } = await readDisputed();
  const dueAt = (due_by: number | null) =>
    read({ evidence_details: { ...dispute.evidence_details, due_by } })?.dueAt;
  expect([0, null, 1_750_000_000].map(dueAt)).toEqual([null, null, 1_750_000_000_000]);
});

test('counts withdrawn money in the payment’s currency, whatever the account’s', async () => {
  const { dispute, withdrawn, read } = await readDisputed();
  const takenIn = (currency: string, ...amounts: number[]) => {
    const moves = amounts.map((amount) => ({ ...withdrawn, amount, currency, exchange_rate: 0.9 }));
    return read({ balance_transactions: moves })?.withdrawnMinor;
  };
  const { amount } = dispute;
  expect([takenIn('eur'), takenIn('eur', -5400), takenIn('eur', -5400, 5390)]).toEqual([0, amount, 0]);
  expect(takenIn(dispute.currency, -amount, 1000)).toBe(amount - 1000);
});

test('counts a refund made between its two requests to Stripe', async () => {
  const { intent } = await payWith(setup, '4242424242424242');
  const before = await setup.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  const refund = await setup.stripe.refunds.create({ payment_intent: intent.id, amount: 2000 });
  const beside = { refunds: [refund], disputes: null, warnings: null, review: null };
  const counted = { refundedMinor: 2000, refunds: [{ id: refund.id }] };
  expect(toPayment(before, beside, asked)).toMatchObject(counted);
});
