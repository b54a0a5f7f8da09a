import { expect, test } from 'vitest';
import {
  addPerson,
  browserOf,
  placeOrder,
  sendPaymentEvent,
  sendWebhook,
  storedOrder,
} from '../../../tests/kit/builders.ts';
import { failCommitsOf } from '../../../tests/kit/failing-commits.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import { days, hours } from '../../shared/durations.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import { DomainError } from '../base/domain-error.ts';
import { findMissedEvents, reconcilePayments } from './missed-webhooks.ts';

type Bought = Awaited<ReturnType<TestApp['buy']>>;

/** A shop whose events are read until now, with orders that were bought. */
async function createShop(count: number) {
  const app = createTestApp();
  const admin = addPerson(app, 'admin', 'admin');
  const bought: Bought[] = [];
  for (let i = 0; i < count; i++) bought.push(await app.buy());
  await findMissedEvents(app.context);
  return {
    app,
    bought,
    find: () => findMissedEvents(app.context),
    statuses: () => bought.map(({ orderId }) => storedOrder(app, orderId).paymentStatus),
    alerts: async () => (await (await browserOf(app, admin)).get<Alert[]>('/api/alerts')).body,
    /** Refunds an order each day. @returns the payments' ids */
    refundAll: () =>
      bought.map(({ paymentIntentId }) => {
        app.clock.advance(days(1));
        app.payments.refundElsewhere(paymentIntentId, 6000);
        return paymentIntentId;
      }),
    /** Makes Stripe fail to answer about some payments. @returns a function that ends this */
    breakFindPayment(broken: string[]) {
      const { findPayment } = app.context.payments;
      app.context.payments.findPayment = async (id, scope) => {
        if (broken.includes(id)) throw new DomainError('payment_provider_failed', 'Status 500.');
        return findPayment(id, scope);
      };
      return () => {
        app.context.payments.findPayment = findPayment;
      };
    },
  };
}

test('does not fetch processed events or delivered webhooks again', async () => {
  const { app, bought, find } = await createShop(1);
  for (const event of app.payments.events) await sendWebhook(app, event);
  app.payments.refundElsewhere(bought[0]?.paymentIntentId ?? '', 1000);
  await find();
  const asked = app.payments.calls.length;
  await find();
  expect(app.payments.calls.slice(asked)).toEqual(['listEvents']);
});

test('continues an interrupted run where it stopped', async () => {
  const { refundAll, find, statuses, breakFindPayment } = await createShop(3);
  const mend = breakFindPayment(refundAll().slice(2));
  await expect(find()).rejects.toThrow('Status 500.');
  expect(statuses()).toEqual(['refunded', 'refunded', 'paid']);
  mend();
  expect(await find()).toBe(1);
});

test('skips three failing payments and processes them once they answer', async () => {
  const { refundAll, find, statuses, breakFindPayment } = await createShop(4);
  const mend = breakFindPayment(refundAll().slice(0, 3));
  // Each has two events: what was given back, and the charge of which it was.
  for (let run = 0; run < 3; run++) await expect(find()).rejects.toThrow('Status 500.');
  expect(statuses()).toEqual(['paid', 'paid', 'paid', 'refunded']);
  mend();
  await find();
  expect(new Set(statuses())).toEqual(new Set(['refunded']));
});

test('clears the webhook alert when a late webhook arrives', async () => {
  const { app, find, alerts } = await createShop(0);
  const { paymentIntentId } = await placeOrder(app);
  app.payments.pay(paymentIntentId);
  await find();
  expect(await alerts()).toMatchObject([{ code: 'webhook_silent' }]);
  for (const event of app.payments.events) await sendWebhook(app, event);
  expect(await alerts()).toEqual([]);
});

test('does not pause payments for old declines found after a silence', async () => {
  const { app, find } = await createShop(0);
  for (let i = 0; i < 40; i++) app.payments.decline((await placeOrder(app)).paymentIntentId);
  app.clock.advance(days(1));
  await find();
  expect((await app.visitor().post('/api/create-simple-payment-intent')).status).toBe(200);
});

test('finds and records a second partial refund that no webhook reported', async () => {
  const { app, bought, alerts } = await createShop(1);
  const id = bought[0]?.paymentIntentId ?? '';
  for (const find of [reconcilePayments, findMissedEvents]) {
    await findMissedEvents(app.context);
    app.payments.refundElsewhere(id, 1000);
    await reconcilePayments(app.context);
    await sendPaymentEvent(app, id, 'refund.created');
    await findMissedEvents(app.context);
    expect(await alerts()).toEqual([]);
    app.payments.refundElsewhere(id, 1000);
    expect(await find(app.context)).toBe(1);
    expect(await alerts()).toMatchObject([{ code: 'webhook_silent', count: 1 }]);
    await sendPaymentEvent(app, id, 'refund.created');
  }
});

test('finds an event again whose change could not be stored', async () => {
  const { app, bought, find, statuses } = await createShop(2);
  const [disputed, refunded] = bought.map(({ paymentIntentId }) => paymentIntentId);
  app.clock.advance(days(10));
  app.payments.dispute(disputed ?? '', 'needs_response');
  const makeRoom = failCommitsOf(app, 'disputes', 'INSERT');
  app.clock.advance(hours(1));
  app.payments.refundElsewhere(refunded ?? '', 6000);
  await expect(find()).rejects.toThrow('FOREIGN KEY');
  makeRoom();
  await find();
  expect(statuses()).toEqual(['disputed', 'refunded']);
});

test('writes nothing when it meets a known refund and dispute again', async () => {
  const { app, bought } = await createShop(2);
  const [refunded = '', disputed = ''] = bought.map(({ paymentIntentId }) => paymentIntentId);
  app.payments.refundElsewhere(refunded, 1000);
  app.payments.dispute(disputed, 'needs_response');
  expect(await reconcilePayments(app.context)).toBe(2);
  const written = () => app.db.$client.prepare('SELECT total_changes()').pluck().get();
  const before = written();
  await reconcilePayments(app.context);
  expect(written()).toBe(before);
});
