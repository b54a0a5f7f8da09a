import { expect, test } from 'vitest';
import { outbox, passwordResets, sessions, users } from '../../../db/schema.ts';
import { addSignedIn, openCheckoutPage, testCardsEverywhere } from '../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import { days, hours, minutes, seconds } from '../../shared/durations.ts';
import { MailRejected } from '../base/mailer.ts';
import { correctFutureTimes } from './jobs.ts';

const correct = (app: TestApp) => correctFutureTimes(app.context);
const waits = (app: TestApp) =>
  app.db
    .select()
    .from(outbox)
    .all()
    .map(({ nextAttemptAt }) => nextAttemptAt - app.clock.now());

test('sends waiting mail on time after the clock is set back', async () => {
  const app = createTestApp();
  await app.buy();
  app.clock.advance(-hours(20));
  await app.sendMail();
  expect(app.mailer.sent).toEqual([]);
  await correct(app);
  expect(waits(app)).toEqual([seconds(15)]);
  app.clock.advance(seconds(14));
  await correct(app);
  expect(waits(app)).toEqual([seconds(1)]);
  app.clock.advance(seconds(1));
  await app.sendMail();
  expect(app.mailer.sent).toHaveLength(1);
});

test('limits a failed mail’s wait after the clock is set back', async () => {
  const app = createTestApp();
  await app.buy();
  app.mailer.failWith(new MailRejected('421 Later', { isPermanent: false }));
  await app.sendMail();
  const [pause = 0] = waits(app);
  await correct(app);
  expect(waits(app)).toEqual([pause]);
  app.clock.advance(-days(1));
  await correct(app);
  expect(waits(app)).toEqual([hours(1)]);
});

test('ends a card-testing pause on time after the clock is set back', async () => {
  const app = createTestApp({ env: { TRUSTED_PROXY_HOPS: '1' } });
  await testCardsEverywhere(app, 25);
  expect((await openCheckoutPage(app.visitor())).status).toBe(503);
  app.clock.advance(-hours(20));
  await correct(app);
  app.clock.advance(minutes(11));
  expect((await openCheckoutPage(app.visitor())).status).toBe(200);
});

test('limits sessions, links, and codes to their lifetime after clock changes', async () => {
  const app = createTestApp();
  await addSignedIn(app, 'ada', 'admin');
  const [{ id = '' } = {}] = app.db.select().from(users).all();
  const now = app.clock.now();
  const step = Math.floor(now / seconds(30));
  app.db
    .update(sessions)
    .set({ createdAt: now + hours(20), expiresAt: Math.floor((now + hours(28)) / 1000) })
    .run();
  app.db
    .insert(passwordResets)
    .values({ id: 'reset', userId: id, expiresAt: now + hours(20) })
    .run();
  app.db
    .update(users)
    .set({ totpLastStep: step + 2400 })
    .run();
  await correct(app);
  const [session] = app.db.select().from(sessions).all();
  expect(session?.createdAt).toBe(now);
  expect(session?.expiresAt).toBeLessThanOrEqual(Math.ceil((now + hours(8)) / 1000));
  expect(app.db.select().from(passwordResets).get()?.expiresAt).toBe(now + minutes(30));
  expect(app.db.select().from(users).get()?.totpLastStep).toBe(step + 1);
});
