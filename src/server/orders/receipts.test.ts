import { beforeEach, expect, test } from 'vitest';
import { writeNow, writeTransaction } from '../../../db/client.ts';
import { receipts, refunds } from '../../../db/schema.ts';
import {
  addSignedIn,
  buyThreeCards,
  confirm,
  placeOrder,
  sellThreeCards,
  sendPaymentEvent,
  setPrice,
  storedOrder,
} from '../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import { days } from '../../shared/durations.ts';
import { issueReceipt } from './receipts.ts';

let app: TestApp;
let admin: Awaited<ReturnType<typeof addSignedIn>>;

beforeEach(async () => {
  app = createTestApp({ env: { BUSINESS_TIMEZONE: 'America/New_York' }, now: '2026-11-28T12:00:00Z' });
  admin = await addSignedIn(app, 'admin', 'admin');
});

const setTax = async (settings: object) => {
  expect((await admin.put('/api/settings/tax', settings)).status).toBe(200);
};
const papers = () => app.db.select().from(receipts).all();
const numbers = () => papers().map(({ number }) => number);
const firstNumbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const refund = async (orderId: string, amount: number) => {
  expect((await admin.post(`/api/orders/${orderId}/refund`, { amount })).status).toBe(200);
};
const download = async (query: string) => {
  const { body } = await admin.get<string>(`/api/receipts.csv${query}`);
  return body.trim().split('\r\n').slice(1);
};

test('issues a receipt with seller and tax but no customer data', async () => {
  await admin.put('/api/business/identity', {
    ...{ siteName: 'Cards', contactEmail: 'hello@cards.example', legalName: 'Cards GmbH' },
    ...{ postalAddress: 'Ring 1\nWien', version: 0 },
  });
  await setTax({ kind: 'included', rate: '19', taxNumber: 'ATU123' });
  sellThreeCards(app);
  const { orderId, orderNumber } = await buyThreeCards(app);
  await setTax({ kind: 'exempt', sentence: 'Small business.' });
  expect(papers()).toEqual([
    {
      ...{ number: 1, kind: 'receipt', orderId, orderNumber, refundId: null, issuedAt: app.clock.now() },
      ...{ amountMinor: 5_000, currency: 'usd', taxKind: 'included', taxRate: 1_900, taxMinor: 798 },
      seller: {
        ...{ name: 'Cards GmbH', address: 'Ring 1\nWien', email: 'hello@cards.example' },
        ...{ taxNumber: 'ATU123', sentence: '' },
      },
      lines: [
        { label: 'Three cards, sent by email', amountMinor: 3_000 },
        { label: 'Rush', amountMinor: 2_000 },
      ],
    },
  ]);
  expect(JSON.stringify(papers())).not.toMatch(/maya|my job/i);
});

test('numbers fifty simultaneous orders, each confirmed twice, without gaps', async () => {
  const placed = await Promise.all(firstNumbers(50).map(() => placeOrder(app)));
  for (const { paymentIntentId } of placed) app.payments.pay(paymentIntentId);
  await Promise.all(
    placed.flatMap((order) => [confirm(app, order), sendPaymentEvent(app, order.paymentIntentId)]),
  );
  expect(numbers()).toEqual(firstNumbers(50));
  expect(new Set(papers().map(({ orderId }) => orderId)).size).toBe(50);
});

test('reuses the number of a receipt that was rolled back', async () => {
  const { orderId } = await app.buy();
  const order = storedOrder(app, orderId);
  const other = await placeOrder(app);
  const failing = writeTransaction(app.db, (tx) => {
    issueReceipt(app.context, tx, { ...order, id: other.orderId });
    expect(numbers()).toEqual([1, 2]);
    throw new Error('the disk is full');
  });
  await expect(failing).rejects.toThrow('the disk is full');
  expect(numbers()).toEqual([1]);
  await app.buy();
  expect(numbers()).toEqual([1, 2]);
});

test('prevents changing, deleting, replacing and skipping receipts in the database', async () => {
  const { orderId } = await app.buy();
  const before = papers();
  const columns = Object.keys(app.db.$client.prepare('SELECT * FROM receipts').get() as object);
  const copy = (number: number) =>
    `SELECT ${columns.map((name) => (name === 'number' ? number : name === 'kind' ? "'refund'" : name)).join()} FROM receipts`;
  for (const attempt of [
    ...columns.map((name) => `UPDATE receipts SET ${name} = ${name}`),
    'DELETE FROM receipts',
    `INSERT OR REPLACE INTO receipts ${copy(1)}`,
    `INSERT INTO receipts ${copy(3)}`,
    `DELETE FROM orders WHERE id = '${orderId}'`,
  ]) {
    expect(() => app.db.$client.prepare(attempt).run(), attempt).toThrow();
  }
  writeNow(app.db, (tx) => issueReceipt(app.context, tx, storedOrder(app, orderId)));
  expect(papers()).toEqual(before);
});

test('issues no receipt for free or unpaid orders, or before review ends', async () => {
  const unpaid = await placeOrder(app);
  setPrice(app, 0);
  await placeOrder(app);
  app.payments.change(unpaid.paymentIntentId, { amountMinor: 6_100 });
  app.payments.pay(unpaid.paymentIntentId);
  await confirm(app, unpaid);
  expect(papers()).toEqual([]);
  expect((await admin.put(`/api/orders/${unpaid.orderId}/accept-payment`)).status).toBe(200);
  expect(papers()).toMatchObject([{ number: 1, orderId: unpaid.orderId, amountMinor: 6_100 }]);
});

test('issues no receipt when money in review is refunded', async () => {
  const order = await placeOrder(app);
  app.payments.change(order.paymentIntentId, { amountMinor: 6_100 });
  app.payments.pay(order.paymentIntentId);
  await confirm(app, order);
  await refund(order.orderId, 61);
  expect(storedOrder(app, order.orderId).paymentStatus).toBe('refunded');
  expect(papers()).toEqual([]);
});

test('issues a receipt for each partial refund with the original tax rate', async () => {
  await setTax({ kind: 'included', rate: '19' });
  const { orderId } = await app.buy();
  await setTax({ kind: 'included', rate: '7' });
  for (const amount of [0.03, 0.03, 19.99, 39.95]) await refund(orderId, amount);
  expect(papers()).toMatchObject([
    { kind: 'receipt', amountMinor: 6_000, taxRate: 1_900, taxMinor: 958 },
    { kind: 'refund', amountMinor: -3, taxRate: 1_900, taxMinor: 0 },
    { kind: 'refund', amountMinor: -3, taxRate: 1_900, taxMinor: -1 },
    { kind: 'refund', amountMinor: -1_999, taxRate: 1_900, taxMinor: -319 },
    { kind: 'refund', amountMinor: -3_995, taxRate: 1_900, taxMinor: -638 },
  ]);
  expect(papers().reduce((sum, { taxMinor }) => sum + taxMinor, 0)).toBe(0);
});

test('issues one receipt when a refund succeeds and one when it fails', async () => {
  await setTax({ kind: 'exempt', sentence: 'Small business.' });
  const { orderId, paymentIntentId } = await app.buy();
  await setTax({ kind: 'none' });
  app.payments.refundsBegin('pending');
  await refund(orderId, 20);
  const refundId = app.payments.find(paymentIntentId)?.refunds[0]?.id ?? '';
  expect(numbers()).toEqual([1]);
  app.payments.moveRefund(paymentIntentId, refundId, 'succeeded');
  const tellTwice = async () => {
    for (const type of ['charge.refund.updated', 'charge.refunded'])
      await sendPaymentEvent(app, paymentIntentId, type);
  };
  await tellTwice();
  app.clock.advance(days(3));
  app.payments.moveRefund(paymentIntentId, refundId, 'failed');
  await tellTwice();
  const [ours] = app.db.select().from(refunds).all();
  const seller = { sentence: 'Small business.' };
  const ofRefund = { orderId, refundId: ours?.id, taxKind: 'exempt', seller };
  const lines = (label: string) => ({ lines: [{ label }] });
  expect(papers()).toMatchObject([
    { number: 1, kind: 'receipt' },
    { ...ofRefund, number: 2, kind: 'refund', amountMinor: -2_000, ...lines('Refund for receipt 1') },
    { ...ofRefund, number: 3, kind: 'refund_reversal', amountMinor: 2_000, ...lines('Refund 2 failed') },
  ]);
});

test('issues no receipt for a refund that fails while pending', async () => {
  const { orderId, paymentIntentId } = await app.buy();
  app.payments.refundsBegin('pending');
  await refund(orderId, 20);
  const refundId = app.payments.find(paymentIntentId)?.refunds[0]?.id ?? '';
  app.payments.moveRefund(paymentIntentId, refundId, 'failed');
  await sendPaymentEvent(app, paymentIntentId, 'charge.refund.updated');
  expect(numbers()).toEqual([1]);
});

test('issues a refund receipt without tax for an order without a receipt', async () => {
  await setTax({ kind: 'included', rate: '19' });
  const { orderId, orderNumber } = await app.buy();
  app.db.$client.exec('DROP TRIGGER receipts_no_delete; DELETE FROM receipts');
  await refund(orderId, 20);
  const lines = [{ label: `Refund for order ${orderNumber}` }];
  expect(papers()).toMatchObject([{ number: 1, kind: 'refund', taxKind: 'none', taxMinor: 0, lines }]);
});

test('exports the business’s month as CSV, each receipt in its currency', async () => {
  await setTax({ kind: 'included', rate: '8.25' });
  const first = await app.buy();
  app.db.$client.exec(`UPDATE orders SET currency = 'eur' WHERE id = '${first.orderId}'`);
  // Still November in New York.
  app.clock.advance(Date.parse('2026-12-01T04:59:59Z') - app.clock.now());
  admin = await addSignedIn(app, 'later', 'admin');
  await refund(first.orderId, 20);
  await refund(first.orderId, 5);
  app.clock.advance(1_000);
  await setTax({ kind: 'none' });
  const second = await app.buy({ customerName: 'Maya Lindqvist' });
  expect(await download('?month=2026-11')).toEqual([
    `1,2026-11-28,Receipt,${first.orderNumber},"Personal written reading, sent by email",55.43,4.57,8.25,60.00,USD`,
    `2,2026-11-30,Refund,${first.orderNumber},Refund for receipt 1,-18.48,-1.52,8.25,-20.00,EUR`,
    `3,2026-11-30,Refund,${first.orderNumber},Refund for receipt 1,-4.61,-0.39,8.25,-5.00,EUR`,
  ]);
  const inDecember = [
    `4,2026-12-01,Receipt,${second.orderNumber},"Personal written reading, sent by email",60.00,0.00,none,60.00,USD`,
  ];
  expect(await download('?month=2026-12')).toEqual(inDecember);
  expect(await download('')).toEqual(inDecember);
  expect(await download('?month=2026-10')).toEqual([]);
});

const noMonths = ['2026-13', '2026', 'november', '2026-11-01', '0000-01'];
test.each(noMonths)('refuses %s as a month', async (month) => {
  const error = { message: 'Please choose a month, such as 2026-11.' };
  const answer = await admin.get(`/api/receipts.csv?month=${month}`);
  expect(answer).toMatchObject({ status: 400, body: { error } });
});

test('keeps the tax settings, and changes none with an invalid rate', async () => {
  const none = { kind: 'none', rate: '', sentence: '', taxNumber: '' };
  expect((await admin.get('/api/settings/tax')).body).toEqual(none);
  const set = { kind: 'included', rate: '8.5', sentence: 'Small business.', taxNumber: 'ATU123' };
  await setTax(set);
  expect((await admin.put('/api/settings/tax', { ...set, rate: '190' })).status).toBe(400);
  expect((await admin.get('/api/settings/tax')).body).toEqual(set);
});
