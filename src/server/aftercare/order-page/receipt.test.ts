import { expect, test } from 'vitest';
import { writeNow } from '../../../../db/client.ts';
import {
  addPerson,
  buyThreeCards,
  linkTo,
  placeOrder,
  sellThreeCards,
  sendPaymentEvent,
  setPrice,
} from '../../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../../tests/kit/test-app.ts';
import { days } from '../../../shared/durations.ts';
import type { TaxSettings } from '../../../shared/shop/tax-schema.ts';
import { deleteOrder } from '../../admin/delete-order.ts';
import { changeSettings, taxSettings } from '../../shop/change-settings.ts';
import { writeMoneyStyle } from '../../shop/settings-repository.ts';
import { readCustomerOrder } from './customer-order.ts';
import { readReceipt } from './read-receipt.ts';

const receiptOf = (app: TestApp, orderId: string) => readReceipt(app.context, linkTo(app, orderId));

test('shows the receipt number, local payment day and amount with currency', async () => {
  const app = createTestApp({ env: { BUSINESS_TIMEZONE: 'Pacific/Auckland' }, now: '2027-03-14T20:00:00Z' });
  const { orderId, orderNumber } = await app.buy({ backgroundContext: 'Nine years.' });
  const link = linkTo(app, orderId);
  expect(readCustomerOrder(app.context, link)?.hasReceipt).toBe(true);
  const [about, amount, day] = ['Personal written reading, sent by email', '$60.00 USD', 'March 15, 2027'];
  const email = app.config.site.contactEmail;
  const seller = { name: 'Career Tarot', address: '', email, taxNumber: '', sentence: '' };
  expect(readReceipt(app.context, `${link}.`)).toEqual({
    ...{ orderNumber, customerName: 'Maya Lindqvist', paidOn: day, offer: about, addOns: [], amount },
    ...{ refunds: [], billingDescriptor: 'CAREER TAROT', isDisputed: false, kept: null },
    papers: [{ number: 1, kind: 'receipt', issuedOn: day, amount, tax: null, about, seller }],
  });
});

test('lists another offer and its add-ons with prices, but no answers', async () => {
  const app = createTestApp();
  sellThreeCards(app);
  const { orderId } = await buyThreeCards(app);
  const receipt = receiptOf(app, orderId);
  expect(receipt).toMatchObject({
    offer: 'Three cards, sent by email: $30.00 USD',
    addOns: ['Rush: $20.00 USD'],
    amount: '$50.00 USD',
  });
  expect(JSON.stringify(receipt)).not.toContain('My job');
});

async function refundedOrder() {
  const app = createTestApp({ env: { BUSINESS_TIMEZONE: 'UTC' }, now: '2027-03-12T20:00:00Z' });
  const { orderId, paymentIntentId } = await app.buy();
  app.clock.advance(days(2));
  app.payments.refundElsewhere(paymentIntentId, 2_000);
  app.payments.refundsBegin('pending');
  app.payments.refundElsewhere(paymentIntentId, 2_000);
  await sendPaymentEvent(app, paymentIntentId);
  return { app, receipt: () => receiptOf(app, orderId) };
}

test('lists completed refunds but not pending ones', async () => {
  const { receipt } = await refundedOrder();
  const paper = { kind: 'receipt', issuedOn: 'March 12, 2027' };
  const refund = {
    kind: 'refund',
    issuedOn: 'March 14, 2027',
    amount: '$20.00 USD',
    about: 'Refund for receipt 1',
  };
  const papers = [paper, refund].map((one, index) => ({ number: index + 1, ...one }));
  expect(receipt()).toMatchObject({ amount: '$60.00 USD', refunds: [], kept: '$40.00 USD', papers });
});

test('lists refunds of a payment from before receipts had numbers', async () => {
  const { app, receipt } = await refundedOrder();
  app.db.$client.exec('DROP TRIGGER receipts_no_delete; DELETE FROM receipts');
  const refunds = [{ day: 'March 14, 2027', amount: '$20.00 USD' }];
  expect(receipt()).toMatchObject({ amount: '$60.00 USD', refunds, papers: [] });
});

test('shows tax on receipts and refunds, even after the settings change', async () => {
  const app = createTestApp();
  const boss = addPerson(app, 'boss', 'admin');
  const set = (settings: Partial<TaxSettings>) => changeSettings(app.context, boss, taxSettings, settings);
  await set({ kind: 'included', rate: '8.25', taxNumber: 'DE 123' });
  const { orderId, paymentIntentId } = await app.buy();
  await set({ kind: 'exempt', sentence: 'Small business.', taxNumber: '' });
  app.payments.refundElsewhere(paymentIntentId, 2_000);
  await sendPaymentEvent(app, paymentIntentId);
  const first = { taxNumber: 'DE 123', sentence: '' };
  expect(receiptOf(app, orderId)?.papers).toMatchObject([
    { amount: '$60.00 USD', tax: { rate: '8.25', net: '$55.43 USD', tax: '$4.57 USD' }, seller: first },
    {
      amount: '$20.00 USD',
      tax: { rate: '8.25', net: '$18.48 USD', tax: '$1.52 USD' },
      seller: { sentence: '' },
    },
  ]);
  const { orderId: exempt } = await app.buy();
  const paper = { number: 3, tax: null, seller: { sentence: 'Small business.' } };
  expect(receiptOf(app, exempt)?.papers).toMatchObject([paper]);
  writeNow(app.db, (tx) => writeMoneyStyle(tx, { currency: 'usd', locale: 'de-DE' }, app.clock.now()));
  expect(receiptOf(app, orderId)?.papers[0]).toMatchObject({
    amount: '60,00\u00a0$ USD',
    tax: { rate: '8,25' },
  });
});

test('keeps a deleted order’s receipt until the customer is erased', async () => {
  const app = createTestApp();
  const boss = addPerson(app, 'boss', 'admin');
  const { orderId, orderNumber, paymentIntentId } = await app.buy();
  const link = linkTo(app, orderId);
  await deleteOrder(app.context, boss, orderId);
  expect(readCustomerOrder(app.context, link)).toMatchObject({ state: 'removed', hasReceipt: true });
  expect(readReceipt(app.context, link)).toMatchObject({ orderNumber, amount: '$60.00 USD', refunds: [] });

  app.payments.change(paymentIntentId, { refundedMinor: 6_000 });
  await sendPaymentEvent(app, paymentIntentId);
  expect(readReceipt(app.context, link)).toMatchObject({ kept: '$0.00 USD', isDisputed: false });
  app.db.$client.prepare("UPDATE orders SET payment_status = 'disputed' WHERE id = ?").run(orderId);
  expect(readReceipt(app.context, link)).toMatchObject({ isDisputed: true });

  app.db.$client.prepare('UPDATE orders SET erased_at = 1 WHERE id = ?').run(orderId);
  expect(readCustomerOrder(app.context, link)).toMatchObject({ state: 'erased', hasReceipt: false });
  expect(readReceipt(app.context, link)).toBeNull();
});

test('returns no receipt for free or unpaid orders or a wrong link', async () => {
  const app = createTestApp();
  const paid = await app.buy();
  const link = linkTo(app, paid.orderId);
  const swapped = link.startsWith('A') ? `B${link.slice(1)}` : `A${link.slice(1)}`;
  for (const wrong of ['', 'x', swapped, paid.orderNumber])
    expect(readReceipt(app.context, wrong)).toBeNull();
  const unpaid = await placeOrder(app, { customerEmail: 'thandi@customers.example' });
  expect(receiptOf(app, unpaid.orderId)).toBeNull();
  setPrice(app, 0);
  const free = await placeOrder(app, { customerEmail: 'omar@customers.example' });
  const freeLink = linkTo(app, free.orderId);
  expect(readCustomerOrder(app.context, freeLink)).toMatchObject({ hasReceipt: false });
  expect(readReceipt(app.context, freeLink)).toBeNull();
});
