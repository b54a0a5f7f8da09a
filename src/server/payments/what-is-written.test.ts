import { expect, test, vi } from 'vitest';
import { sendPaymentEvent, storedOrder } from '../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import { reconcilePayments } from './missed-webhooks.ts';

/** @returns how many rows a piece of work has written */
async function writtenBy(app: TestApp, work: () => Promise<unknown>): Promise<number> {
  const count = () => Number(app.db.$client.prepare('SELECT total_changes()').pluck().get());
  const before = count();
  await work();
  return count() - before;
}

test('writes one row for the webhook of a known payment', async () => {
  const app = createTestApp();
  const { paymentIntentId } = await app.buy();
  expect(await writtenBy(app, () => sendPaymentEvent(app, paymentIntentId))).toBe(1);
});

test('writes a refund and a dispute once, however often it reconciles', async () => {
  const app = createTestApp();
  const [refunded, disputed] = [await app.buy(), await app.buy()];
  app.payments.refundElsewhere(refunded.paymentIntentId, 1000);
  app.payments.dispute(disputed.paymentIntentId, 'needs_response');
  await reconcilePayments(app.context);
  expect(storedOrder(app, refunded.orderId).refundedMinor).toBe(1000);
  expect(storedOrder(app, disputed.orderId).paymentStatus).toBe('disputed');
  expect(await writtenBy(app, () => reconcilePayments(app.context))).toBe(0);
});

test('opens no transaction while the jobs find no news', async () => {
  const app = createTestApp();
  await app.buy();
  await app.sendMail();
  const opened = vi.spyOn(app.db, 'transaction');
  await reconcilePayments(app.context);
  await app.sendMail();
  expect(opened).not.toHaveBeenCalled();
});
