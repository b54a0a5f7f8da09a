import { expect, test, vi } from 'vitest';
import { audit, outbox, stripeEvents } from '../../../../db/schema.ts';
import {
  addPerson,
  addSignedIn,
  browserOf,
  orderIn,
  placeOrder,
  sendWebhook,
  storedMail,
  storedOrder,
} from '../../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../../tests/kit/test-app.ts';
import type { KnownRetention } from '../../../shared/ops/privacy-schema.ts';
import { defaultRetention, retentionMs } from '../../../shared/ops/retention.ts';
import { MailRejected } from '../../base/mailer.ts';
import { changeSettings } from '../../shop/change-settings.ts';
import { deleteExpiredData, deleteExpiredNightly, retentionSettings } from './delete-expired.ts';

const day = 86_400_000;

test('deletes the provider’s events after 30 days, but not fresh ones', async () => {
  const app = createTestApp();
  const receivedAt = app.clock.now();
  const events = Array.from({ length: 2_100 }, (_, i) => ({ id: `evt_${i}`, type: 'x', receivedAt }));
  app.db.insert(stripeEvents).values(events).run();
  app.clock.advance(30 * day);
  const { paymentIntentId } = await placeOrder(app);
  await sendWebhook(app, { id: 'evt_new', paymentId: paymentIntentId });
  await deleteExpiredData(app.context);
  expect(app.db.select().from(stripeEvents).all()).toHaveLength(2_101);
  app.clock.advance(1);
  await deleteExpiredData(app.context);
  expect(app.db.select({ id: stripeEvents.id }).from(stripeEvents).all()).toEqual([{ id: 'evt_new' }]);
});

test('deletes sent mail after half a year and keeps waiting or failed', async () => {
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
  await deleteExpiredData(app.context);
  expect(storedMail(app, sent.orderId)).toHaveLength(1);
  app.clock.advance(1);
  await deleteExpiredData(app.context);
  expect(storedMail(app, sent.orderId)).toEqual([]);
  for (const { orderId } of [failed, waiting, young]) expect(storedMail(app, orderId)).toHaveLength(1);
});

test('keeps mail to a customer whose payment was ever disputed', async () => {
  const app = createTestApp();
  const disputed = await app.buy();
  const other = await app.buy();
  await app.sendMail();
  app.payments.dispute(disputed.paymentIntentId, 'won');
  await sendWebhook(app, { id: 'evt_dispute', paymentId: disputed.paymentIntentId });
  app.clock.advance(400 * day);
  await deleteExpiredData(app.context);
  expect(storedMail(app, disputed.orderId)).toMatchObject([{ state: 'sent', response: '250 accepted' }]);
  expect(storedMail(app, other.orderId)).toEqual([]);
});

test('deletes thousands of old mails, but not those customers never received', async () => {
  const app = createTestApp();
  const { id: userId } = addPerson(app, 'boss', 'admin');
  const { orderId } = await app.buy();
  await app.sendMail();
  const to = { orderId, toName: '', toAddress: 'a@b.example', nextAttemptAt: 0, createdAt: app.clock.now() };
  const store = (mails: Pick<typeof outbox.$inferInsert, 'messageId' | 'state' | 'kind' | 'userId'>[]) =>
    app.db
      .insert(outbox)
      .values(mails.map((mail) => ({ ...to, ...mail })))
      .run();
  for (const state of ['failed', 'sent'] as const) {
    const numbers = [...Array(1_500).keys()];
    store(numbers.map((n) => ({ messageId: `<${state}-${n}@x>`, kind: 'reading_delivery', state })));
  }
  // A notice to staff that was given up goes with what was sent.
  store([{ messageId: '<notice@x>', kind: 'order_overdue', state: 'failed', userId }]);
  app.clock.advance(183 * day);
  await deleteExpiredData(app.context);
  expect(app.db.select().from(outbox).all()).toHaveLength(3_002);
  app.clock.advance(1);
  await deleteExpiredData(app.context);
  expect(app.db.select().from(outbox).all()).toHaveLength(1_500);
});

const ended = async (app: TestApp) => {
  const admin = addPerson(app, 'boss', 'admin');
  const { orderId } = await orderIn(app, 'approved', admin);
  app.clock.advance(120_000);
  await app.sendMail();
  return { admin, orderId };
};

test('erases ended orders only after the time the admin sets', async () => {
  const app = createTestApp();
  const { admin, orderId } = await ended(app);
  const open = await app.buy();
  app.clock.advance(800 * day);
  expect((await deleteExpiredData(app.context)).endedOrderYears).toBe(0);
  await changeSettings(app.context, admin, retentionSettings, { endedOrderYears: 3 });
  expect((await deleteExpiredData(app.context)).endedOrderYears).toBe(0);
  await changeSettings(app.context, admin, retentionSettings, { endedOrderYears: 2 });
  expect((await deleteExpiredData(app.context)).endedOrderYears).toBe(1);
  expect(storedOrder(app, orderId)).toMatchObject({ customerEmail: '', amountMinor: 6000 });
  // The customer still waits for this one.
  expect(storedOrder(app, open.orderId).erasedAt).toBeNull();
  const rows = app.db.select().from(audit).all();
  const nothing = { neverPaidDays: 0, draftDays: 0, mailDays: 0, endedOrderYears: 0 };
  expect(rows.map(({ action, actorName, details }) => [action, actorName, details])).toEqual([
    ['retention_applied', 'the service', { ...nothing, mailDays: 2 }],
    ['retention_changed', 'boss', { endedOrderYears: '0 → 3' }],
    ['retention_changed', 'boss', { endedOrderYears: '3 → 2' }],
    ['retention_applied', 'the service', { ...nothing, endedOrderYears: 1 }],
  ]);
});

test.each([
  ['was delivered late', 'UPDATE orders SET delivered_at = delivered_at + 86400000 WHERE id = ?'],
  ...['problem', 'message'].map((kind): [string, string] => [
    `has a ${kind} without a reply`,
    `INSERT INTO messages (id, order_id, kind, sender, text, created_at, answer_by)
      SELECT 'p', id, '${kind}', 'customer', 'Nothing came.', 1, 1 FROM orders WHERE id = ?`,
  ]),
])('keeps an order longer when it %s', async (_, change) => {
  const app = createTestApp();
  const { admin, orderId } = await ended(app);
  const { paidAt } = storedOrder(app, orderId);
  app.db.$client.prepare(change).run(orderId);
  await changeSettings(app.context, admin, retentionSettings, { endedOrderYears: 1 });
  app.clock.advance((paidAt ?? 0) + (retentionMs('endedOrderYears', 1) ?? 0) + 3_600_000 - app.clock.now());
  expect((await deleteExpiredData(app.context)).endedOrderYears).toBe(0);
  app.db.$client.prepare('UPDATE orders SET delivered_at = paid_at WHERE id = ?').run(orderId);
  app.db.$client.exec('UPDATE messages SET closed_at = 2');
  expect((await deleteExpiredData(app.context)).endedOrderYears).toBe(1);
});

test('records erasures made before a cleanup run failed', async () => {
  const app = createTestApp();
  const { admin, orderId } = await ended(app);
  app.clock.advance(800 * day);
  await changeSettings(app.context, admin, retentionSettings, { endedOrderYears: 2 });
  const { $client } = app.db;
  $client.exec("INSERT INTO stripe_events (id, type, received_at) VALUES ('evt_old', 'x', 1)");
  $client.exec(`CREATE TRIGGER full BEFORE DELETE ON stripe_events
    BEGIN SELECT RAISE(ABORT, 'The disk is full.'); END`);
  const invalidatePublicPages = vi.fn();
  const keeper = { ...app.context, signals: { ...app.context.signals, invalidatePublicPages } };
  await expect(deleteExpiredData(keeper)).rejects.toThrow('The disk is full.');
  expect(storedOrder(app, orderId).erasedAt).not.toBeNull();
  expect(invalidatePublicPages).toHaveBeenCalledOnce();
  const rows = app.db.select().from(audit).all();
  expect(rows.at(-1)).toMatchObject({ action: 'retention_applied', details: { endedOrderYears: 1 } });
  $client.exec('DROP TRIGGER full');
  expect(await deleteExpiredData(app.context)).toMatchObject({ endedOrderYears: 0, stripeEvents: 1 });
});

test('runs once a night after three in the business’s time zone', async () => {
  const app = createTestApp({ env: { BUSINESS_TIMEZONE: 'America/New_York' }, now: '2037-06-01T14:00Z' });
  const admin = await addSignedIn(app, 'boss', 'admin');
  const lastRun = async () =>
    (await (await browserOf(app, admin.person)).get<KnownRetention>('/api/privacy/retention')).body.lastRun;
  expect(await lastRun()).toBeNull();
  const at = async (time: string) => {
    app.clock.advance(Date.parse(time) - app.clock.now());
    await deleteExpiredNightly(app.context);
    return (await lastRun())?.at;
  };
  const first = '2037-06-01T14:00:00.000Z';
  expect(await at(first)).toBe(first);
  expect(await at('2037-06-02T06:59Z')).toBe(first);
  expect(await at('2037-06-02T07:00Z')).toBe('2037-06-02T07:00:00.000Z');
  expect(await at('2037-06-02T23:00Z')).toBe('2037-06-02T07:00:00.000Z');
  expect(await lastRun()).toMatchObject({ counts: { neverPaidDays: 0, endedOrderYears: 0 } });
});

test('stores the retention times an admin sets and refuses others', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const set = (change: object) => admin.put('/api/privacy/retention', { ...defaultRetention, ...change });
  const stored = { ...defaultRetention, mailDays: 30 };
  expect(await set({ mailDays: 30 })).toMatchObject({ status: 200, body: stored });
  for (const wrong of [{ neverPaidDays: 0 }, { mailDays: 31 }, { endedOrderYears: 4 }]) {
    expect((await set(wrong)).status).toBe(400);
  }
  expect((await admin.get<KnownRetention>('/api/privacy/retention')).body.retention).toEqual(stored);
});
