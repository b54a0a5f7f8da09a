import { expect, test } from 'vitest';
import { accountForm } from '../../../../tests/kit/account-form.ts';
import { timelineOf } from '../../../../tests/kit/builders.ts';
import { createDatedShop, setTime } from '../../../../tests/kit/dated-shop.ts';
import type { ErrorBody } from '../../../shared/error-body.ts';
import type { Alert } from '../../../shared/ops/alerts.ts';
import type { NewDayOffer, Order } from '../../../shared/orders/order-schema.ts';
import { remindAboutLateReadings } from './late-orders.ts';

/** Bought on a Monday at ten in New York, so that it is due on Thursday, June 4 at ten. */
async function createShop(status?: Parameters<typeof createDatedShop>[0]) {
  const shop = await createDatedShop(status);
  const { app, admin, orderId } = shop;
  const path = `/api/orders/${orderId}/new-day`;
  const sent = async () => {
    app.mailer.sent.length = 0;
    await app.sendMail();
    return app.mailer.sent;
  };
  /** Lets the worker ask and send. @returns the subjects of what went to the admin about it */
  const asked = async () => {
    await remindAboutLateReadings(app.context);
    return (await sent()).map(({ subject }) => subject).filter((subject) => subject.endsWith('may be late'));
  };
  return {
    ...shop,
    asked,
    /** Hour by hour. @returns when the admin was asked, in UTC */
    async askedUntil(end: string): Promise<string[]> {
      const found: string[] = [];
      for (; app.clock.now() < Date.parse(end); app.clock.advance(3_600_000)) {
        const time = new Date(app.clock.now()).toISOString().slice(0, 16);
        found.push(...(await asked()).map(() => time));
      }
      return found;
    },
    mailed: async () => (await sent()).filter(({ to }) => to.address === 'maya@customers.example'),
    alerts: async () =>
      (await admin.get<Alert[]>('/api/alerts')).body.filter(({ code }) => code === 'reading_late'),
    /** Goes to a business day before the order is due. */
    eve: () => setTime(app, '2037-06-03T14:00Z'),
    offer: async () => (await admin.get<NewDayOffer>(path)).body,
    send: (day: string) => admin.post<Order & ErrorBody>(path, { day }),
    change(column: 'due_at' | 'hold' | 'payment_status', value: string | number | null) {
      app.db.$client.prepare(`UPDATE orders SET ${column} = ? WHERE id = ?`).run(value, orderId);
    },
  };
}

test('warns admins once, exactly a business day before the promised day', async () => {
  const { app, orderNumber, asked, askedUntil, alerts } = await createShop();
  setTime(app, '2037-06-03T13:59Z');
  expect([await asked(), await alerts()]).toEqual([[], []]);
  app.clock.advance(60_000);
  expect(await asked()).toEqual([`${orderNumber} may be late`]);
  expect(await alerts()).toMatchObject([{ count: 1, orders: [{ orderNumber }] }]);
  expect(await askedUntil('2037-06-05T14:00Z')).toEqual([]);
  expect(await alerts()).toHaveLength(1);
});

test('warns admins halfway to a deadline one business day after payment', async () => {
  const { change, askedUntil } = await createShop();
  change('due_at', Date.parse('2037-06-02T14:00Z'));
  expect(await askedUntil('2037-06-02T14:00Z')).toEqual(['2037-06-02T02:00']);
});

test.each(['reading_uploaded', 'approved'] as const)(
  'does not warn admins about a reading that is %s',
  async (status) => {
    const { eve, asked, alerts } = await createShop(status);
    eve();
    expect([await asked(), await alerts()]).toEqual([[], []]);
  },
);

test('sends no warning while switched off, but allows a later day', async () => {
  const { admin, eve, asked, alerts, send } = await createShop();
  await admin.put('/api/settings/mails', { refunds: true, disputes: true, lateReadings: false });
  eve();
  expect([await asked(), await alerts()]).toEqual([[], []]);
  expect((await send('2037-06-05')).status).toBe(200);
});

test('cancels an unsent warning when the order is held or submitted', async () => {
  const held = await createShop();
  held.eve();
  await remindAboutLateReadings(held.app.context);
  held.change('hold', 'review');
  expect(await held.asked()).toEqual([]);
  const { app, rita, orderId, eve, asked } = await createShop();
  eve();
  await remindAboutLateReadings(app.context);
  await rita.post('/api/readings', { orderId, content: 'The Star.' });
  expect(await asked()).toEqual([]);
});

test('warns admins once about each promised day, however often it moves', async () => {
  const { send, askedUntil } = await createShop();
  expect(await askedUntil('2037-06-03T20:00Z')).toEqual(['2037-06-03T14:00']);
  await send('2037-06-08');
  expect(await askedUntil('2037-06-05T20:00Z')).toEqual(['2037-06-05T14:00']);
  await send('2037-06-09');
  // Moved on a Friday to a Tuesday: asked on Monday.
  expect(await askedUntil('2037-06-15T14:00Z')).toEqual(['2037-06-08T14:00']);
});

test('warns admins once, and earlier when a closed day comes between', async () => {
  const { setCalendar, askedUntil } = await createShop();
  await setCalendar({ closedDays: [{ from: '2037-06-03', to: '2037-06-03' }] });
  expect(await askedUntil('2037-06-06T14:00Z')).toEqual(['2037-06-02T14:00']);
});

test('warns admins before the closure when the promised day becomes closed', async () => {
  const { setCalendar, askedUntil } = await createShop();
  await setCalendar({ closedDays: [{ from: '2037-06-04', to: '2037-06-12' }] });
  // It is closed on Thursday: all of Wednesday is near, from midnight in New York.
  expect(await askedUntil('2037-06-16T14:00Z')).toEqual(['2037-06-03T04:00']);
});

test('sends no second warning when a closed day is canceled', async () => {
  const { change, setCalendar, askedUntil, alerts } = await createShop();
  change('due_at', Date.parse('2037-06-09T14:00Z'));
  await setCalendar({ closedDays: [{ from: '2037-06-08', to: '2037-06-08' }] });
  expect(await askedUntil('2037-06-06T14:00Z')).toEqual(['2037-06-05T14:00']);
  await setCalendar({});
  expect(await askedUntil('2037-06-10T14:00Z')).toEqual([]);
  expect(await alerts()).toHaveLength(1);
});

test('warns admins again only when a customer’s answer moves the deadline', async () => {
  const { app, rita, ask, write, askedUntil } = await createShop();
  const askUntil = async (time: string) => {
    await ask(rita, `Which of the two, at ${time}?`);
    expect(await askedUntil(time)).toEqual([]);
    setTime(app, time);
    await write('The first.');
  };
  expect(await askedUntil('2037-06-03T15:00Z')).toEqual(['2037-06-03T14:00']);
  await askUntil('2037-06-03T17:00Z');
  expect(await askedUntil('2037-06-04T15:00Z')).toEqual([]);
  await askUntil('2037-06-05T15:00Z');
  // Due a business day later than Thursday at noon: on Friday, and asked about at once.
  expect(await askedUntil('2037-06-12T15:00Z')).toEqual(['2037-06-05T15:00']);
});

test.each([
  ['hold', 'review'],
  ['payment_status', 'disputed'],
  ['due_at', null],
] as const)('holds the warning while an order’s %s is %s, then sends one', async (column, value) => {
  const { app, change, askedUntil, alerts } = await createShop();
  change(column, value);
  setTime(app, '2037-06-03T12:00Z');
  expect(await askedUntil('2037-06-03T20:00Z')).toEqual([]);
  expect(await alerts()).toEqual([]);
  const usual = { hold: null, payment_status: 'paid', due_at: Date.parse('2037-06-04T14:00Z') };
  change(column, usual[column]);
  expect(await askedUntil('2037-06-05T14:00Z')).toEqual(['2037-06-03T20:00']);
});

test('sends no warning on the day an admin promises a later day', async () => {
  const { app, orderNumber, send, asked, alerts, offer } = await createShop();
  setTime(app, '2037-06-04T13:30Z');
  await send('2037-06-05');
  setTime(app, '2037-06-04T20:00Z');
  expect([await asked(), await alerts(), (await offer()).isLate]).toEqual([[], [], false]);
  setTime(app, '2037-06-05T05:00Z');
  expect(await asked()).toEqual([`${orderNumber} may be late`]);
  expect([(await alerts()).length, (await offer()).isLate]).toEqual([1, true]);
});

test('warns admins once about each order, even across several runs', async () => {
  const { app, askedUntil } = await createShop();
  for (let i = 0; i < 4; i++) await app.buy();
  setTime(app, '2037-06-03T13:00Z');
  expect(await askedUntil('2037-06-05T14:00Z')).toHaveLength(5);
});

test('offers the next day the queue can meet', async () => {
  const { eve, offer } = await createShop();
  eve();
  expect(await offer()).toEqual({
    ...{ dueDay: '2037-06-04', offeredDay: '2037-06-05', firstDay: '2037-06-05', lastDay: '2038-06-04' },
    ...{ closedDays: [], isLate: true },
  });
});

test('lists closed weekdays and refuses them as the new day', async () => {
  const { setCalendar, eve, offer, send } = await createShop();
  eve();
  await setCalendar({ closedDays: [{ from: '2037-06-12', to: '2037-06-15' }] });
  expect((await offer()).closedDays).toEqual(['2037-06-12', '2037-06-15']);
  for (const day of ['2037-06-12', '2037-06-13']) expect((await send(day)).status).toBe(400);
});

test('offers a day after the orders that are due earlier', async () => {
  const { app, admin, rita, omar, orderId, eve, offer } = await createShop();
  await app.buy();
  await app.buy();
  app.db.$client.prepare('UPDATE orders SET due_at = due_at - 1000 WHERE id <> ?').run(orderId);
  await admin.put(`/api/staff/${rita.person.id}`, accountForm({ readingsPerDay: 1 }));
  const daysAway = [{ from: '2037-06-01', to: '2037-06-30' }];
  await admin.put(`/api/staff/${omar.person.id}`, accountForm({ daysAway }));
  eve();
  // One on Thursday, one on Friday, and then this one.
  expect((await offer()).offeredDay).toBe('2037-06-08');
});

test('moves the due date, mails both days and updates page and timeline', async () => {
  const { app, orderId, orderNumber, eve, send, mailed, page, dueAt, alerts, asked } = await createShop();
  eve();
  await asked();
  const { status, body } = await send('2037-06-08');
  expect([status, body.dueAt]).toEqual([200, '2037-06-08T14:00:00.000Z']);
  expect(dueAt()).toBe('2037-06-08T14:00:00.000Z');
  const mails = await mailed();
  expect(mails.map(({ subject }) => subject)).toEqual(['Your reading will arrive by Monday, June 8']);
  expect(mails[0]?.text).toContain(`order ${orderNumber} by Thursday, June 4`);
  expect(page()).toMatchObject({
    due: { day: 'Monday, June 8', isOver: false },
    movedFrom: 'Thursday, June 4',
  });
  expect(timelineOf(app, orderId)).toContain('day_moved');
  expect(await alerts()).toEqual([]);
});

test('mails the customer once when the same new day is sent twice', async () => {
  const { eve, send, mailed } = await createShop();
  eve();
  for (let twice = 0; twice < 2; twice++) expect((await send('2037-06-05')).status).toBe(200);
  expect(await mailed()).toHaveLength(1);
});

const notLater = 'The new date has to be a later one: 2037-06-05 is the earliest available date.';
test.each([
  ['the promised day', '2037-06-04', notLater],
  ['a day before it', '2037-06-03', notLater],
  ['a weekend', '2037-06-06', 'That is not a business day. Choose another date.'],
  ['a day in two years', '2039-06-08', 'The latest date you can promise is 2038-06-04.'],
  ['a word', 'soon', 'The new date isn’t a valid date.'],
])('refuses %s as the new day', async (_what, day, message) => {
  const { eve, send, mailed, dueAt } = await createShop();
  eve();
  expect(await send(day)).toMatchObject({ status: 400, body: { error: { message } } });
  expect([await mailed(), dueAt()]).toEqual([[], '2037-06-04T14:00:00.000Z']);
});

test('offers and accepts no new day while nothing is due', async () => {
  const { admin, ask, offer, send, orderId } = await createShop();
  await ask(admin, 'Which of the two?');
  expect(await offer()).toBeNull();
  expect((await send('2037-06-08')).body.error.code).toBe('order_conflict');
  await admin.post(`/api/orders/${orderId}/refund`, { amount: 60, refundedBefore: 0 });
  expect(await offer()).toBeNull();
  expect((await send('2037-06-08')).body.error.code).toBe('order_conflict');
});

test('drops the mail about a new day once the reading is approved', async () => {
  const { admin, rita, orderId, eve, send, mailed } = await createShop();
  eve();
  await send('2037-06-05');
  const reading = await rita.post<{ id: string }>('/api/readings', { orderId, content: 'The Star.' });
  await admin.put(`/api/readings/${reading.body.id}/approve`);
  expect(JSON.stringify(await mailed())).not.toContain('Your reading will arrive by Friday, June 5');
});
