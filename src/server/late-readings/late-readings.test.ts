import { expect, test } from 'vitest';
import type { Alert } from '../../shared/alerts.ts';
import type { CalendarSettings } from '../../shared/checkout/calendar.ts';
import type { NewDayOffer } from '../../shared/checkout/new-day.ts';
import type { ErrorBody } from '../../shared/errors.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { timelineOf } from '../../testing/builders.ts';
import { createQuestionShop, goTo } from '../../testing/question-shop.ts';
import { askAboutLateReadings } from './late-orders.ts';

/** Bought on a Monday at ten in New York, so that it is due on Thursday at ten. */
async function createShop(status?: Parameters<typeof createQuestionShop>[0]) {
  const shop = await createQuestionShop(status);
  const { app, admin, orderId } = shop;
  const path = `/api/orders/${orderId}/new-day`;
  return {
    ...shop,
    eve: () => goTo(app, '2037-06-03T14:00Z'),
    offer: async () => (await admin.get<NewDayOffer>(path)).body,
    send: (day: string) => admin.post<Order & ErrorBody>(path, { day }),
    alerts: async () =>
      (await admin.get<Alert[]>('/api/alerts')).body.filter(({ code }) => code === 'reading_late'),
    /** Lets the worker ask and send. @returns the subjects of what went to the admin about it */
    async asked() {
      app.mailer.sent.length = 0;
      await askAboutLateReadings(app.context);
      await app.sendMail();
      return app.mailer.sent
        .map(({ subject }) => subject)
        .filter((subject) => subject.endsWith('will be late'));
    },
    async mailed() {
      app.mailer.sent.length = 0;
      await app.sendMail();
      return app.mailer.sent.filter(({ to }) => to.address === 'maya@customers.example');
    },
  };
}

test('a business day before the promised one the admins are asked, to the minute, and once', async () => {
  const { app, orderNumber, asked, alerts } = await createShop();
  goTo(app, '2037-06-03T13:59Z');
  expect([await asked(), await alerts()]).toEqual([[], []]);
  app.clock.advance(60_000);
  expect(await asked()).toEqual([`${orderNumber} will be late`]);
  expect(await alerts()).toMatchObject([{ count: 1, orders: [{ orderNumber }] }]);
  for (const time of ['2037-06-03T14:01Z', '2037-06-03T23:00Z', '2037-06-04T12:00Z']) {
    goTo(app, time);
    expect(await asked()).toEqual([]);
  }
  // Still nothing is handed in, when it is over.
  goTo(app, '2037-06-05T14:00Z');
  expect(await alerts()).toHaveLength(1);
});

test.each(['reading_uploaded', 'approved'] as const)(
  'nobody is asked about a reading that is %s',
  async (status) => {
    const { eve, asked, alerts } = await createShop(status);
    eve();
    expect([await asked(), await alerts()]).toEqual([[], []]);
  },
);

test('switched off, nobody is asked; a new day can be sent all the same', async () => {
  const { admin, eve, asked, alerts, send } = await createShop();
  await admin.put('/api/settings/mails', { refunds: true, disputes: true, lateReadings: false });
  eve();
  expect([await asked(), await alerts()]).toEqual([[], []]);
  expect((await send('2037-06-05')).status).toBe(200);
});

test('a notice that waits while the reading is handed in is not sent', async () => {
  const { app, rita, orderId, eve } = await createShop();
  eve();
  await askAboutLateReadings(app.context);
  await rita.post('/api/readings', { orderId, content: 'The Star.' });
  app.mailer.sent.length = 0;
  await app.sendMail();
  expect(app.mailer.sent.map(({ subject }) => subject).join()).not.toContain('will be late');
});

test('the next day that the queue can keep is offered; days without anybody at work are none', async () => {
  const { eve, offer } = await createShop();
  eve();
  expect(await offer()).toEqual({
    dueDay: '2037-06-04',
    offeredDay: '2037-06-05',
    firstDay: '2037-06-05',
    lastDay: '2038-06-04',
    closedDays: [],
    isLate: true,
  });
});

test('the weekdays on which it is closed are named, since nobody can be put off to one', async () => {
  const { admin, eve, offer, send } = await createShop();
  eve();
  const calendar = (await admin.get<CalendarSettings>('/api/settings/calendar')).body;
  const { country, region, closedUntil, mostOpenOrders, whenClosed } = calendar;
  const closedDays = [{ from: '2037-06-12', to: '2037-06-15' }];
  const set = { country, region, closedUntil, mostOpenOrders, whenClosed, closedDays };
  expect((await admin.put('/api/settings/calendar', set)).status).toBe(200);
  expect((await offer()).closedDays).toEqual(['2037-06-12', '2037-06-15']);
  for (const day of ['2037-06-12', '2037-06-13']) expect((await send(day)).status).toBe(400);
});

test('what is due before it is written before it', async () => {
  const { app, admin, rita, omar, orderId, eve, offer } = await createShop();
  await app.buy();
  await app.buy();
  app.db.$client.prepare('UPDATE orders SET due_at = due_at - 1000 WHERE id <> ?').run(orderId);
  await admin.put(`/api/staff/${rita.person.id}/availability`, { readingsPerDay: 1 });
  await admin.put(`/api/staff/${omar.person.id}/availability`, {
    daysAway: [{ from: '2037-06-01', to: '2037-06-30' }],
  });
  eve();
  // One on Thursday, one on Friday, and then this one.
  expect((await offer()).offeredDay).toBe('2037-06-08');
});

test('one press: the customer is told both days, the due date is moved, and page and timeline say it', async () => {
  const { app, orderId, orderNumber, eve, send, mailed, page, dueAt, alerts, asked } = await createShop();
  eve();
  await asked();
  const { status, body } = await send('2037-06-08');
  expect([status, body.dueAt]).toEqual([200, '2037-06-08T14:00:00.000Z']);
  expect(dueAt()).toBe('2037-06-08T14:00:00.000Z');
  const mails = await mailed();
  expect(mails.map(({ subject }) => subject)).toEqual(['Your reading will arrive by Monday, June 8']);
  expect(mails[0]?.text).toContain(`order ${orderNumber} by Thursday, June 4`);
  expect(page()).toMatchObject({ dueDay: 'Monday, June 8', movedFrom: 'Thursday, June 4' });
  expect(timelineOf(app, orderId)).toContain('day_moved');
  expect(await alerts()).toEqual([]);
});

test('the same day once more is told once; a new one is asked about when it is near, and told as well', async () => {
  const { app, orderNumber, eve, send, mailed, asked } = await createShop();
  eve();
  await asked();
  await send('2037-06-05');
  expect((await send('2037-06-05')).status).toBe(200);
  expect(await mailed()).toHaveLength(1);
  goTo(app, '2037-06-04T13:59Z');
  expect(await asked()).toEqual([]);
  app.clock.advance(60_000);
  expect(await asked()).toEqual([`${orderNumber} will be late`]);
  await send('2037-06-08');
  expect((await mailed()).map(({ subject }) => subject)).toEqual([
    'Your reading will arrive by Monday, June 8',
  ]);
});

test('what was moved today is not asked about again today, however near its new day is', async () => {
  const { app, orderNumber, send, asked, alerts, offer } = await createShop();
  goTo(app, '2037-06-04T13:30Z');
  await send('2037-06-05');
  goTo(app, '2037-06-04T20:00Z');
  expect([await asked(), await alerts(), (await offer()).isLate]).toEqual([[], [], false]);
  goTo(app, '2037-06-05T05:00Z');
  expect(await asked()).toEqual([`${orderNumber} will be late`]);
  expect([(await alerts()).length, (await offer()).isLate]).toEqual([1, true]);
});

test('a question in between moves the day by hours, and is no reason to ask again about it', async () => {
  const { app, rita, eve, asked, ask, answer } = await createShop();
  eve();
  expect(await asked()).toHaveLength(1);
  const [open] = (await ask(rita, 'Which of the two?')).body;
  app.clock.advance(3_600_000);
  expect(await asked()).toEqual([]);
  await answer({ question: open?.id ?? '', answer: 'The first.' });
  goTo(app, '2037-06-03T16:00Z');
  expect(await asked()).toEqual([]);
});

test.each([
  ['the promised day', '2037-06-04', 'The new day has to be a later one: 2037-06-05 is the first.'],
  ['a day before it', '2037-06-03', 'The new day has to be a later one: 2037-06-05 is the first.'],
  ['a weekend', '2037-06-06', 'Nobody works on that day. Choose a business day.'],
  ['a day in two years', '2039-06-08', 'A customer can be put off until 2038-06-04 at most.'],
  ['a word', 'soon', 'The new day is no day of the calendar.'],
])('%s cannot be sent', async (_what, day, message) => {
  const { eve, send, mailed, dueAt } = await createShop();
  eve();
  const { status, body } = await send(day);
  expect([status, body.error.message]).toEqual([400, message]);
  expect([await mailed(), dueAt()]).toEqual([[], '2037-06-04T14:00:00.000Z']);
});

test('where nothing is due, no day is offered and none is moved', async () => {
  const { admin, ask, offer, send, orderId } = await createShop();
  await ask(admin, 'Which of the two?');
  expect(await offer()).toBeNull();
  expect((await send('2037-06-08')).body.error.code).toBe('order_conflict');
  await admin.post(`/api/orders/${orderId}/refund`, { amount: 60, refundedBefore: 0 });
  expect(await offer()).toBeNull();
  expect((await send('2037-06-08')).body.error.code).toBe('order_conflict');
});

test('a mail about a day is not sent once its reading is there', async () => {
  const { admin, rita, orderId, eve, send, mailed } = await createShop();
  eve();
  await send('2037-06-05');
  const reading = await rita.post<{ id: string }>('/api/readings', { orderId, content: 'The Star.' });
  await admin.put(`/api/readings/${reading.body.id}/approve`);
  expect((await mailed()).map(({ subject }) => subject)).not.toContain(
    'Your reading will arrive by Friday, June 5',
  );
});
