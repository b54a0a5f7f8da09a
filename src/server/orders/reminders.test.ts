import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
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
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
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
  goTo(app, start);
  const admin = addPerson(app, 'nora', 'admin');
  const reader = addPerson(app, 'rhea', 'reader');
  for (const { id } of [admin, reader]) setEmail(app, id);
  return { app, admin, reader };
}

function goTo(app: TestApp, time: string | number): void {
  app.clock.advance((typeof time === 'string' ? Date.parse(time) : time) - app.clock.now());
}

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
  for (let i = 0; i < hours; i++) {
    const sent = await remind(app);
    for (const subject of sent) {
      if (subject.includes(what)) times.push(new Date(app.clock.now()).toISOString());
    }
    app.clock.advance(hour);
  }
  return times;
}

test.each(['pending', 'rejected'] as const)(
  'reminds the reader once of a %s reading one business day before',
  async (status) => {
    const { app, reader } = createBusiness();
    const { orderId, orderNumber } = await orderIn(app, status, reader);
    goTo(app, (storedOrder(app, orderId).dueAt ?? 0) - day - 1);
    expect(await remind(app)).toEqual([]);
    app.clock.advance(1);
    expect(await remind(app)).toEqual([`${orderNumber} is due soon to rhea`]);
    expect(app.mailer.sent.at(-1)?.text).toContain('due by Thursday, June 4 and has not been submitted yet.');
    app.clock.advance(minute);
    expect(await remind(app)).toEqual([]);
  },
);

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
  goTo(app, '2037-06-06T01:00:00-04:00');
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
  const { id } = await submitReading(app.context, reader, {
    orderId,
    content: 'The Star.',
    internalNotes: null,
  });
  await approveReading(app.context, admin, id);
  expect(await remind(app)).toEqual([]);
  const states = storedMail(app, orderId).map(({ kind, state }) => `${kind} ${state}`);
  expect(states).toContain('due_soon canceled');
  expect(states).toContain('order_overdue canceled');
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
