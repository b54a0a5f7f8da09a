import { expect, test } from 'vitest';
import { sendWebhook, storedOrder } from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { reconcilePayments } from './reconcile-payments.ts';

test('a doubt is kept although a later question, which left doubts out, was answered before', async () => {
  const app = createTestApp();
  const { orderId, paymentIntentId } = await app.buy();
  app.payments.warn(paymentIntentId, 'review');
  const { findPayment } = app.context.payments;
  let questions = 0;
  app.context.payments.findPayment = async (id, scope) => {
    questions += 1;
    const answer = await findPayment(id, scope);
    if (questions === 1) await reconcilePayments(app.context);
    return answer;
  };
  await sendWebhook(app, { id: 'evt_review', type: 'review.opened', paymentId: paymentIntentId });
  expect(storedOrder(app, orderId).hold).toBe('review');
});
