import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orders } from '../../../db/schema.ts';
import {
  addPerson,
  addReader,
  orderIn,
  placeOrder,
  setEmail,
  storedMail,
  storedOrder,
} from '../../../tests/kit/builders.ts';
import { createDatedShop, setTime } from '../../../tests/kit/dated-shop.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import { deleteOrder, restoreOrder } from '../admin/delete-order.ts';
import { approveReading } from '../readings/review-reading.ts';
import { submitReading } from '../readings/write-reading.ts';
import { assignOrder } from './assign-orders.ts';
import { writeReminders } from './reminders.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A business with a reader and an admin whom mail can reach, at a moment. */
function createBusiness(start = '2037-06-01T10:00:00-04:00', env: Record<string, string> = {}) {
  const app = createTestApp({ env });
  setTime(app, start);
  const admin = addPerson(app, 'nora', 'admin');
  const reader = addPerson(app, 'rhea', 'reader');
  for (const { id } of [admin, reader]) setEmail(app, id);
  return { app, admin, reader };
}

const goTo = (app: TestApp, time: number) => app.clock.advance(time - app.clock.now());

/** Lets the worker look for what is due, and send. @returns the reminders that went out, as `subject to name` */
async function remind(app: TestApp): Promise<string[]> {
  const before = app.mailer.sent.length;
  await writeReminders(app.context);
  await app.sendMail();
  return app.mailer.sent
    .slice(before)
    .filter(({ subject }) => /is due soon|is late/.test(subject))
    .map(({ subject, to }) => `${subject} to ${to.name}`)
    .sort();
}

/** Goes from one hour to the next. @returns the ISO times at which there was a reminder of this kind */
async function remindThrough(app: TestApp, hours: number, what: string): Promise<string[]> {
  const times: string[] = [];
  for (let i = 0; i < hours; i++, app.clock.advance(hour)) {
    const sent = (await remind(app)).filter((subject) => subject.includes(what));
    times.push(...sent.map(() => new Date(app.clock.now()).toISOString()));
  }
  return times;
}

const toWrite = ['pending', 'rejected'] as const;
test.each(toWrite)('reminds the reader once of a %s reading one business day before', async (status) => {
  const { app, reader } = createBusiness();
  const { orderId, orderNumber } = await orderIn(app, status, reader);
  goTo(app, (storedOrder(app, orderId).dueAt ?? 0) - day - 1);
  expect(await remind(app)).toEqual([]);
  app.clock.advance(1);
  expect(await remind(app)).toEqual([`${orderNumber} is due soon to rhea`]);
  expect(app.mailer.sent.at(-1)?.text).toContain('due by Thursday, June 4 and hasn’t been submitted yet.');
  app.clock.advance(minute);
  expect(await remind(app)).toEqual([]);
});

test.each([
  // Paid on a Wednesday at 15:00: due on Monday, so the business day before is Friday.
  ['America/New_York', '2037-06-03T15:00:00-04:00', '2037-06-05T19:00:00.000Z'],
  // Monday morning in Auckland is Sunday in UTC.
  ['Pacific/Auckland', '2037-06-03T09:00:00+12:00', '2037-06-04T21:00:00.000Z'],
])('counts business days in the business’s time zone: %s', async (zone, paidAt, expected) => {
  const { app, reader } = createBusiness(paidAt, { BUSINESS_TIMEZONE: zone });
  await orderIn(app, 'pending', reader);
  expect(await remindThrough(app, 24 * 7, 'due soon')).toEqual([expected]);
});

test('reminds on Saturday of everything due on Monday', async () => {
  const { app, reader } = createBusiness('2037-06-03T23:30:00-04:00');
  const { orderNumber } = await orderIn(app, 'pending', reader);
  setTime(app, '2037-06-06T01:00:00-04:00');
  expect(await remind(app)).toEqual([`${orderNumber} is due soon to rhea`]);
});

test('reminds the next reader too, and no reader twice', async () => {
  const { app, admin, reader } = createBusiness();
  const otherId = addReader(app, 'silas');
  setEmail(app, otherId);
  const { orderId, orderNumber } = await orderIn(app, 'pending', reader);
  goTo(app, (storedOrder(app, orderId).dueAt ?? 0) - day);
  expect(await remind(app)).toEqual([`${orderNumber} is due soon to rhea`]);
  await assignOrder(app.context, admin, orderId, otherId);
  expect(await remind(app)).toEqual([`${orderNumber} is due soon to silas`]);
  await assignOrder(app.context, admin, orderId, reader.id);
  expect(await remind(app)).toEqual([]);
});

test('sends no reminder about a delivered, unpaid, deleted or refunded order', async () => {
  const { app, admin, reader } = createBusiness();
  await placeOrder(app);
  await orderIn(app, 'approved', reader);
  const deleted = await orderIn(app, 'pending', reader);
  await deleteOrder(app.context, admin, deleted.orderId);
  for (const changes of [{ paymentStatus: 'refunded' }, { hold: 'refund' }] as const) {
    const { orderId } = await orderIn(app, 'pending', reader);
    app.db.update(orders).set(changes).where(eq(orders.id, orderId)).run();
  }
  expect(await remindThrough(app, 24 * 7, '')).toEqual([]);
  const kinds = app.db.query.outbox.findMany().sync();
  expect(kinds.filter(({ kind }) => kind === 'due_soon' || kind === 'order_overdue')).toEqual([]);
});

test('tells every admin once about each late order', async () => {
  const { app, reader } = createBusiness();
  setEmail(app, addPerson(app, 'otto', 'admin').id);
  const written = await orderIn(app, 'reading_uploaded', reader);
  const unassigned = await orderIn(app, 'pending', { ...reader, role: 'admin' });
  goTo(app, (storedOrder(app, written.orderId).dueAt ?? 0) - 1);
  expect(await remind(app)).toEqual([]);
  app.clock.advance(1);
  const expected = [written, unassigned].flatMap(({ orderNumber }) =>
    ['nora', 'otto'].map((name) => `${orderNumber} is late to ${name}`),
  );
  expect(await remind(app)).toEqual(expected.sort());
  expect(await remindThrough(app, 24 * 3, 'late')).toEqual([]);
});

test('drops the notice of a deleted order and sends it after restoring', async () => {
  const { app, admin, reader } = createBusiness();
  const { orderId, orderNumber } = await orderIn(app, 'pending', reader);
  goTo(app, storedOrder(app, orderId).dueAt ?? 0);
  await writeReminders(app.context);
  await deleteOrder(app.context, admin, orderId);
  expect(await remind(app)).toEqual([]);
  await restoreOrder(app.context, admin, orderId);
  expect(await remind(app)).toEqual([`${orderNumber} is late to nora`]);
});

test('cancels a waiting reminder once the reading is submitted or approved', async () => {
  const { app, admin, reader } = createBusiness();
  const { orderId } = await orderIn(app, 'pending', reader);
  const dueAt = storedOrder(app, orderId).dueAt ?? 0;
  await app.sendMail();
  for (const time of [dueAt - hour, dueAt]) {
    goTo(app, time);
    await writeReminders(app.context);
  }
  const written = { orderId, content: 'The Star.', internalNotes: null };
  const { id } = await submitReading(app.context, reader, written);
  await approveReading(app.context, admin, id);
  expect(await remind(app)).toEqual([]);
  const states = storedMail(app, orderId).map(({ kind, state }) => `${kind} ${state}`);
  expect(states).toEqual(expect.arrayContaining(['due_soon canceled', 'order_overdue canceled']));
});

test('lets staff switch off each reminder', async () => {
  const { app, admin, reader } = createBusiness();
  setEmail(app, reader.id, ['due_soon']);
  setEmail(app, admin.id, ['order_overdue']);
  await orderIn(app, 'pending', reader);
  expect(await remindThrough(app, 24 * 5, '')).toEqual([]);
});

test('sends no notices about orders that have long been late', async () => {
  const { app, reader } = createBusiness();
  await orderIn(app, 'pending', reader);
  app.clock.advance(30 * day);
  const { orderId, orderNumber } = await orderIn(app, 'pending', reader);
  goTo(app, storedOrder(app, orderId).dueAt ?? 0);
  expect(await remind(app)).toEqual([`${orderNumber} is late to nora`]);
});

describe('a day that moved', () => {
  /** Bought on a Monday at ten in New York, so that it is due on Thursday, June 4 at ten. */
  async function createShop(...given: Parameters<typeof createDatedShop>) {
    const shop = await createDatedShop(...given);
    const { app, admin, rita, orderId, orderNumber, ask, write } = shop;
    /** @returns the notices that went out, as `late to boss` */
    async function told(time?: string): Promise<string[]> {
      if (time) setTime(app, time);
      return (await remind(app)).map((notice) => notice.replace(`${orderNumber} is `, ''));
    }
    return {
      ...shop,
      told,
      /** Hour by hour. @returns the notices, with their times */
      async toldUntil(end: string): Promise<string[]> {
        const found: string[] = [];
        for (; app.clock.now() < Date.parse(end); app.clock.advance(hour)) {
          const time = new Date(app.clock.now()).toISOString().slice(0, '2037-06-01T14:00'.length);
          found.push(...(await told()).map((what) => `${time} ${what}`));
        }
        return found;
      },
      async send(day: string) {
        expect((await admin.post<Order>(`/api/orders/${orderId}/new-day`, { day })).status).toBe(200);
      },
      /** The customer is asked, and answers at a time. */
      async askUntil(time: string) {
        await ask(rita, 'Which of the two?');
        setTime(app, time);
        await write('The first.');
      },
    };
  }

  test('reminds the reader once of a later promised day', async () => {
    const { told, send, toldUntil } = await createShop();
    expect(await told('2037-06-03T14:00Z')).toEqual(['due soon to rita']);
    await send('2037-06-09');
    expect(await toldUntil('2037-06-09T14:00Z')).toEqual(['2037-06-08T14:00 due soon to rita']);
  });

  test('tells every admin once when a later day is missed too', async () => {
    const { told, send, toldUntil } = await createShop('reading_uploaded');
    expect(await told('2037-06-04T14:00Z')).toEqual(['late to boss']);
    await send('2037-06-05');
    expect(await toldUntil('2037-06-07T14:00Z')).toEqual(['2037-06-05T14:00 late to boss']);
    await send('2037-06-09');
    expect(await toldUntil('2037-06-12T14:00Z')).toEqual(['2037-06-09T14:00 late to boss']);
  });

  test('reminds again when a customer’s answer moves the day', async () => {
    const { told, askUntil, toldUntil } = await createShop();
    expect(await told('2037-06-03T14:00Z')).toEqual(['due soon to rita']);
    await askUntil('2037-06-05T14:00Z');
    // Two business days later than Thursday, over the weekend.
    expect(await toldUntil('2037-06-10T14:00Z')).toEqual([
      '2037-06-05T14:00 due soon to rita',
      '2037-06-08T14:00 late to boss',
    ]);
    await askUntil('2037-06-11T14:00Z');
    expect(await toldUntil('2037-06-15T14:00Z')).toEqual(['2037-06-11T14:00 late to boss']);
  });

  test('sends no second notice when an answer moves only the time', async () => {
    const { told, askUntil, toldUntil } = await createShop();
    expect(await told('2037-06-03T14:00Z')).toEqual(['due soon to rita']);
    await askUntil('2037-06-03T15:00Z');
    expect(await toldUntil('2037-06-04T15:00Z')).toEqual([]);
    expect(await told()).toEqual(['late to boss']);
    await askUntil('2037-06-04T17:00Z');
    expect(await toldUntil('2037-06-09T15:00Z')).toEqual([]);
  });

  test('counts the last minute of a day in the business’s time zone', async () => {
    const { app, told, send, toldUntil, orderId } = await createShop();
    // A minute before midnight in New York.
    app.db.$client
      .prepare('UPDATE orders SET due_at = ? WHERE id = ?')
      .run(Date.parse('2037-06-05T03:59Z'), orderId);
    expect(await told('2037-06-05T03:59Z')).toEqual(['late to boss']);
    await send('2037-06-05');
    // Due at once: what is near on a new day is reminded of, and then it is over.
    expect(await toldUntil('2037-06-08T00:00Z')).toEqual([
      '2037-06-05T03:59 due soon to rita',
      '2037-06-06T03:59 late to boss',
    ]);
  });

  test('cancels waiting notices when the day moves and sends new ones later', async () => {
    const { app, orderId, told, send } = await createShop();
    setTime(app, '2037-06-03T14:00Z');
    await writeReminders(app.context);
    setTime(app, '2037-06-04T14:00Z');
    await writeReminders(app.context);
    await send('2037-06-08');
    expect(await told()).toEqual([]);
    const states = storedMail(app, orderId).map(({ kind, state }) => `${kind} ${state}`);
    expect(states).toEqual(expect.arrayContaining(['due_soon canceled', 'order_overdue canceled']));
    expect(await told('2037-06-05T14:00Z')).toEqual(['due soon to rita']);
    expect(await told('2037-06-08T14:00Z')).toEqual(['late to boss']);
  });
});
