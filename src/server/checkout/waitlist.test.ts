import { expect, test } from 'vitest';
import { outbox, waitlist } from '../../../db/schema.ts';
import { addPerson, addSignedIn } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { type CalendarChanges, defaultCalendar } from '../../shared/checkout/calendar-schema.ts';
import { days, hours, minutes } from '../../shared/durations.ts';
import { runHousekeeping } from '../app/jobs.ts';
import { changeCalendar } from '../shop/business-calendar.ts';
import { announceReopening, confirmWaiting } from './waitlist.ts';

const address = 'Maya@customers.example';

async function createClosedShop(env: Record<string, string> = {}) {
  const app = createTestApp({ env, now: '2037-06-01T14:00Z' });
  const owner = addPerson(app, 'owner', 'admin');
  const set = (changes: CalendarChanges) =>
    changeCalendar(app.context, owner, { ...defaultCalendar, ...changes });
  await set({ isPaused: true });
  const visitor = app.visitor();
  const join = (email = address) => visitor.post('/api/reopening', { email });
  const mails = async () => {
    await app.sendMail();
    return app.mailer.sent.filter(({ to }) => to.address.toLowerCase() === address.toLowerCase());
  };
  const confirm = async () => {
    const link = /\/reopening\/([\w-]+)/.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? '';
    return confirmWaiting(app.context, link);
  };
  const listed = () => app.db.select().from(waitlist).all();
  return { app, set, join, mails, confirm, listed, announce: () => announceReopening(app.context) };
}

test('mails a confirmed address once when sales reopen, then forgets it', async () => {
  const { app, set, join, mails, confirm, listed, announce } = await createClosedShop();
  expect(await join()).toMatchObject({ status: 200, body: { sent: true } });
  expect(await confirm()).toEqual({ sentTo: 'M…@customers.example' });
  expect(await confirm()).toEqual({ sentTo: 'M…@customers.example' });
  await announce();
  expect(await mails()).toHaveLength(1);
  await set({});
  await announce();
  await announce();
  expect(await mails()).toMatchObject([{}, { subject: 'Career Tarot is back' }]);
  expect(listed()).toEqual([]);
  await runHousekeeping(app.context);
  expect(app.db.$client.serialize().includes('aya@customers.example')).toBe(false);
});

test('mails the waitlist when a full queue has room again', async () => {
  const { app, set, join, mails, confirm, announce } = await createClosedShop();
  await set({});
  const { paymentIntentId } = await app.buy({ customerEmail: 'noor@customers.example' });
  await set({ mostOpenOrders: 1 });
  await join();
  await confirm();
  await announce();
  expect(await mails()).toHaveLength(1);
  app.payments.refundElsewhere(paymentIntentId, 6_000);
  await set({ mostOpenOrders: 2 });
  await announce();
  expect(await mails()).toHaveLength(2);
});

test('deletes an unconfirmed address after 48 hours without mailing it', async () => {
  const { app, set, join, mails, confirm, listed, announce } = await createClosedShop();
  await join();
  await mails();
  await set({});
  await announce();
  app.clock.advance(hours(48));
  await runHousekeeping(app.context);
  expect(listed()).toHaveLength(1);
  app.clock.advance(1);
  expect(await confirm()).toBeNull();
  await runHousekeeping(app.context);
  expect(listed()).toEqual([]);
  expect(app.db.select().from(outbox).all()).toEqual([]);
  expect(await mails()).toHaveLength(1);
});

test('answers the same whether an address is on the list or not', async () => {
  const { join, confirm } = await createClosedShop();
  const first = await join();
  await confirm();
  const again = await join();
  expect([again.status, again.body]).toEqual([first.status, first.body]);
});

test('limits confirmations per address and day, and per visitor and hour', async () => {
  const { app, join, mails, listed } = await createClosedShop({ RATE_LIMITS: 'on' });
  await join();
  await join('maya@customers.EXAMPLE');
  expect(await mails()).toHaveLength(1);
  expect((await join('noor@customers.example')).status).toBe(200);
  expect((await join('ben@customers.example')).status).toBe(429);
  expect(listed()).toHaveLength(2);
  app.clock.advance(days(1) + minutes(1));
  await join();
  expect(await mails()).toHaveLength(2);
});

test('accepts no address while the shop sells, and no invalid one', async () => {
  const { set, join, listed } = await createClosedShop();
  expect((await join('maya')).status).toBe(400);
  await set({});
  expect(await join()).toMatchObject({ status: 409, body: { error: { code: 'closed_conflict' } } });
  expect(listed()).toEqual([]);
});

test('exports and erases a person on the waitlist', async () => {
  const { app, join, confirm, listed } = await createClosedShop();
  await join();
  await confirm();
  const admin = await addSignedIn(app, 'privacy', 'admin');
  const { body } = await admin.post<object>('/api/privacy/export', { address });
  expect(body).toMatchObject({ waitlist: [{ email: address, confirmedAt: '2037-06-01T14:00:00.000Z' }] });
  await admin.post('/api/privacy/erase', { address, confirmation: 'erase' });
  expect(listed()).toEqual([]);
});

test('tells the admin how many wait', async () => {
  const { app, join, confirm } = await createClosedShop();
  const admin = await addSignedIn(app, 'boss', 'admin');
  await join();
  expect((await admin.get('/api/settings/calendar')).body).not.toHaveProperty('waiting');
  await confirm();
  expect((await admin.get('/api/settings/calendar')).body).toMatchObject({ waiting: 1 });
});
