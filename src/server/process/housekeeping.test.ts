import { expect, test } from 'vitest';
import { outbox, stripeEvents } from '../../../db/schema.ts';
import { placeOrder, sendWebhook, storedMail } from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { MailRejected } from '../context/mailer.ts';
import { forgetOld } from './housekeeping.ts';

const day = 86_400_000;

test("the payment provider's events are forgotten after 30 days; until then a repeat is known", async () => {
  const app = createTestApp();
  for (let i = 0; i < 2_100; i++) {
    app.db
      .insert(stripeEvents)
      .values({ id: `evt_${i}`, type: 'x', receivedAt: app.clock.now() })
      .run();
  }
  app.clock.advance(30 * day);
  const { paymentIntentId } = await placeOrder(app);
  await sendWebhook(app, { id: 'evt_new', paymentId: paymentIntentId });
  await forgetOld(app.context);
  expect(app.db.select().from(stripeEvents).all()).toHaveLength(2_101);
  app.clock.advance(1);
  await forgetOld(app.context);
  expect(app.db.select({ id: stripeEvents.id }).from(stripeEvents).all()).toEqual([{ id: 'evt_new' }]);
});

test('mail that was sent is forgotten after half a year; what still waits or failed is not', async () => {
  const app = createTestApp();
  const sent = await app.buy();
  await app.sendMail();
  const failed = await app.buy();
  app.mailer.failWith(new MailRejected('550 No such user', { isPermanent: true, responseCode: 550 }));
  await app.sendMail();
  const waiting = await app.buy();
  app.clock.advance(183 * day);
  const young = await app.buy();
  app.mailer.failWith(null);
  app.db.$client.prepare("UPDATE outbox SET state = 'sent' WHERE order_id = ?").run(young.orderId);
  await forgetOld(app.context);
  expect(storedMail(app, sent.orderId)).toHaveLength(1);
  app.clock.advance(1);
  await forgetOld(app.context);
  expect(storedMail(app, sent.orderId)).toEqual([]);
  for (const { orderId } of [failed, waiting, young]) expect(storedMail(app, orderId)).toHaveLength(1);
});

test('mail to a customer whose bank has questioned the payment stays, however that ended', async () => {
  const app = createTestApp();
  const disputed = await app.buy();
  const other = await app.buy();
  await app.sendMail();
  app.payments.dispute(disputed.paymentIntentId, 'won');
  await sendWebhook(app, { id: 'evt_dispute', paymentId: disputed.paymentIntentId });
  app.clock.advance(400 * day);
  await forgetOld(app.context);
  expect(storedMail(app, disputed.orderId)).toMatchObject([{ state: 'sent', response: '250 accepted' }]);
  expect(storedMail(app, other.orderId)).toEqual([]);
});

test('a long past is forgotten bit by bit, and what cannot be forgotten does not hide what can', async () => {
  const app = createTestApp();
  const mail = (i: number, state: 'failed' | 'sent') => ({
    ...{ kind: 'test_email' as const, messageId: `<${i}@x>`, toName: '', toAddress: 'a@b.example', state },
    ...{ nextAttemptAt: 0, createdAt: app.clock.now() },
  });
  for (let i = 0; i < 3_000; i++)
    app.db
      .insert(outbox)
      .values(mail(i, i < 1_500 ? 'failed' : 'sent'))
      .run();
  app.clock.advance(200 * day);
  await forgetOld(app.context);
  expect(app.db.select().from(outbox).all()).toHaveLength(1_500);
});
