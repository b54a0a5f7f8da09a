import { expect, test } from 'vitest';
import { askCustomer, orderIn } from '../../../../tests/kit/builders.ts';
import { createDatedShop, setTime } from '../../../../tests/kit/dated-shop.ts';
import type { Alert } from '../../../shared/ops/alerts.ts';
import type { Order, ReaderOrder } from '../../../shared/orders/order-schema.ts';
import type { Reading } from '../../../shared/readings/reading-schema.ts';
import { listOpenOrdersOfReader } from '../../readings/readers-orders-repository.ts';
import { type DuePlace, listReadings } from '../../readings/reading-repository.ts';
import { updateHolidays } from '../../shop/business-calendar.ts';
import { writeReminders } from '../reminders.ts';

const question = 'Do you mean the job in Lisbon, or the one you have?';
const monday = '2037-06-01T14:00:00.000Z';
const thursday = '2037-06-04T14:00:00.000Z';

test('shows no due date and counts nothing overdue while a question waits', async () => {
  const { app, admin, rita, orderId, ask, dueAt } = await createDatedShop('reading_uploaded');
  expect(dueAt()).toBe(thursday);
  await ask(rita, question);
  setTime(app, '2037-06-15T14:00Z');
  await writeReminders(app.context);
  await app.sendMail();
  expect(app.mailer.sent.filter(({ subject }) => /overdue|due soon/.test(subject))).toEqual([]);
  expect((await admin.get<Order[]>('/api/orders?overdue=true')).body).toEqual([]);
  expect(JSON.stringify((await admin.get('/api/overview')).body)).toMatch(/"overdue":0/);
  const waiting = { dueAt: null, waitsSince: monday };
  expect((await admin.get<Order[]>('/api/orders')).body).toMatchObject([waiting]);
  expect((await admin.get<Order>(`/api/orders/${orderId}`)).body).toMatchObject(waiting);
  expect((await admin.get<Reading[]>('/api/readings/pending')).body).toMatchObject([{ order: waiting }]);
  expect((await admin.get<Reading>(`/api/orders/${orderId}/reading`)).body).toMatchObject({ order: waiting });
  expect((await rita.get<ReaderOrder[]>('/api/reader/orders')).body).toMatchObject([waiting]);
  expect((await rita.get<ReaderOrder>(`/api/reader/orders/${orderId}`)).body).toMatchObject(waiting);
});

test('moves the due date by the business days until the answer', async () => {
  const { app, rita, ask, write, dueAt } = await createDatedShop();
  setTime(app, '2037-06-02T14:00Z');
  await ask(rita, question);
  setTime(app, '2037-06-08T16:00Z');
  await write('Lisbon.');
  // From Tuesday at ten to Monday at noon: four business days and two hours, over a weekend.
  expect(dueAt()).toBe('2037-06-10T16:00:00.000Z');
  await ask(rita, 'And which deck?');
  expect(dueAt()).toBeNull();
});

test('counts the days before the shop closed during a question', async () => {
  const { app, rita, ask, write, dueAt, setCalendar } = await createDatedShop();
  await ask(rita, question);
  setTime(app, '2037-06-03T14:00Z');
  await setCalendar({ closedUntil: '2037-06-08' });
  setTime(app, '2037-06-10T14:00Z');
  await write('Lisbon.');
  // Monday at ten to the end of Tuesday, and the next Monday to Wednesday at ten: four days.
  expect(dueAt()).toBe('2037-06-12T04:00:00.000Z');
});

test('counts past closed days as closed unless they were canceled beforehand', async () => {
  const { app, rita, ask, write, dueAt, setCalendar } = await createDatedShop();
  await setCalendar({ closedDays: [{ from: '2037-06-02', to: '2037-06-05' }] });
  await ask(rita, question);
  setTime(app, '2037-06-04T14:00Z');
  await setCalendar({});
  await setCalendar({ mostOpenOrders: 5 });
  setTime(app, '2037-06-05T14:00Z');
  await write('Lisbon.');
  // From Monday at ten to Friday at ten, without Tuesday and Wednesday: two days.
  expect(dueAt()).toBe('2037-06-08T14:00:00.000Z');
});

test('excludes last year’s holidays from the days that passed', async () => {
  const { app, admin, ask, close, dueAt, setCalendar } = await createDatedShop();
  await setCalendar({ country: 'US' });
  setTime(app, '2037-12-24T15:00Z');
  const [asked] = (await ask(admin, question)).body;
  setTime(app, '2038-01-04T15:00Z');
  await updateHolidays(app.context);
  await close(admin, asked?.id);
  // Thursday at ten to the end, four days after Christmas, and Monday until ten: Friday, January 1 is a holiday.
  expect(dueAt()).toBe('2037-06-11T14:00:00.000Z');
});

test('keeps a late order equally late after a question', async () => {
  const { app, admin, ask, close, dueAt } = await createDatedShop();
  setTime(app, '2037-06-05T14:00Z');
  const [asked] = (await ask(admin, question)).body;
  setTime(app, '2037-06-09T14:00Z');
  await close(admin, asked?.id);
  expect(dueAt()).toBe('2037-06-08T14:00:00.000Z');
  expect((await admin.get<Order[]>('/api/orders?overdue=true')).body).toHaveLength(1);
});

test('drops a reminder written before the customer was asked', async () => {
  const { app, rita, ask } = await createDatedShop();
  setTime(app, '2037-06-03T15:00Z');
  await writeReminders(app.context);
  await ask(rita, question);
  await app.sendMail();
  const subject = expect.stringContaining('A question about');
  expect(app.mailer.sent).toMatchObject([{ subject }]);
});

test('reminds the customer once, after two business days', async () => {
  const { app, rita, ask, mailToCustomer } = await createDatedShop();
  setTime(app, '2037-06-05T14:00Z');
  await ask(rita, question);
  expect(await mailToCustomer()).toHaveLength(1);
  // Friday at ten: Tuesday at ten is two business days later.
  setTime(app, '2037-06-09T13:59Z');
  expect(await mailToCustomer()).toEqual([]);
  setTime(app, '2037-06-09T14:00Z');
  const [reminder] = await mailToCustomer();
  expect(reminder?.subject).toContain('We still have a question about your order');
  expect(reminder?.text).toContain(question);
  setTime(app, '2037-06-20T14:00Z');
  expect(await mailToCustomer()).toEqual([]);
});

test.each(['answered', 'refunded', 'deleted'])(
  'sends no reminder about an order that was %s',
  async (how) => {
    const { app, admin, orderId, ask, write, mailToCustomer } = await createDatedShop();
    await ask(admin, question);
    await mailToCustomer();
    const path = `/api/orders/${orderId}`;
    if (how === 'answered') await write('Lisbon.');
    if (how === 'refunded') await admin.post(`${path}/refund`, { amount: 60, refundedBefore: 0 });
    if (how === 'deleted') await admin.delete(path);
    setTime(app, '2037-06-20T14:00Z');
    // Of their money they hear.
    const reminders = (await mailToCustomer()).filter(({ subject }) => !subject.startsWith('Your refund'));
    expect(reminders).toEqual([]);
  },
);

test('alerts admins two business days after the reminder until the question closes', async () => {
  const { app, admin, orderId, orderNumber, ask, close, mailToCustomer } = await createDatedShop();
  const alerts = async () =>
    (await admin.get<Alert[]>('/api/alerts')).body.filter(({ code }) => code === 'question_unanswered');
  const [asked] = (await ask(admin, question)).body;
  setTime(app, '2037-06-03T14:00Z');
  await mailToCustomer();
  setTime(app, '2037-06-05T13:00Z');
  expect(await alerts()).toEqual([]);
  setTime(app, '2037-06-05T14:00Z');
  expect(await alerts()).toMatchObject([{ count: 1, orders: [{ id: orderId, orderNumber }] }]);
  await close(admin, asked?.id);
  expect(await alerts()).toEqual([]);
});

test('pages each order once, most urgent first and waiting orders last', async () => {
  const { app, rita } = await createDatedShop();
  for (let i = 0; i < 5; i++) {
    app.clock.advance(60_000);
    await orderIn(app, 'reading_uploaded', rita.person);
  }
  const ids = app.db.query.orders
    .findMany()
    .sync()
    .filter(({ status }) => status === 'reading_uploaded');
  for (const { id } of ids.slice(0, 3)) await askCustomer(app, rita.person, id, question);
  const expected = [...ids.slice(3), ...ids.slice(0, 3)].map(({ seq }) => seq);
  type Item = { dueAt: number | null; seq: number };
  const place = ({ dueAt, seq }: Item) => ({ dueAt: dueAt ?? 0, seq });
  const readerId = rita.person.id;
  for (const limit of [1, 2, 3]) {
    const read = (list: (after: DuePlace | null) => Item[]) => {
      const found: number[] = [];
      for (let part = list(null); part.length > 0; part = list(part.map(place).at(-1) ?? null)) {
        found.push(...part.map(({ seq }) => seq));
      }
      return found;
    };
    const ordersOf = (after: DuePlace | null) => listReadings(app.db, 'pending', after, limit);
    expect(read((after) => ordersOf(after).map(({ order }) => order))).toEqual(expected);
    const assigned = read((after) => listOpenOrdersOfReader(app.db, { readerId, after, limit }));
    expect(assigned.filter((seq) => expected.includes(seq))).toEqual(expected);
    expect(assigned).toHaveLength(6);
  }
});
