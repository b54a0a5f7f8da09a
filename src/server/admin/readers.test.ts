import { expect, test } from 'vitest';
import { addPerson, addSignedIn, browserOf, orderIn, storedOrder } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ReaderFigures } from '../../shared/overview.ts';
import type { SignedIn } from '../base/context.ts';
import { assignOrder } from '../orders/assign-orders.ts';
import { approveReading, rejectReading } from '../readings/review-reading.ts';
import { submitReading } from '../readings/write-reading.ts';
import { readReaders } from './read-readers.ts';

const hour = 3_600_000;
const day = 24 * hour;

async function createDesk() {
  const env = { APPROVAL_UNDO_SECONDS: '0', BUSINESS_TIMEZONE: 'America/New_York' };
  const app = createTestApp({ env, now: '2026-11-20T15:00:00Z' });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const [ada, bea] = [addPerson(app, 'ada', 'reader'), addPerson(app, 'Bea', 'reader')];
  const write = (reader: SignedIn, orderId: string, content: string) =>
    submitReading(app.context, reader, { orderId, content, internalNotes: null });
  /** Sells a reading, gives it to a reader, and delivers it later. */
  const deliver = async (reader: SignedIn, content: string, wait: number) => {
    const order = await app.buy();
    await assignOrder(app.context, admin.person, order.orderId, reader.id);
    const { id } = await write(reader, order.orderId, content);
    app.clock.advance(wait);
    await approveReading(app.context, admin.person, id);
    await app.sendMail();
    return order;
  };
  const readers = (period = '30-days') => readReaders(app.context, period);
  const download = async (period = '30-days') => {
    const browser = await browserOf(app, admin.person);
    const cookie = `session=${browser.cookies.get('session')}`;
    const path = `/api/overview/readings.csv?period=${period}`;
    const response = await app.app.request(path, { headers: { cookie } });
    return { response, text: (await response.text()).replace('\ufeff', '') };
  };
  return { app, admin, ada, bea, write, deliver, readers, download };
}

const ofWork = { delivered: 0, onTime: 0, overdue: 0, submitted: 0, returned: 0, words: 0 };
const nothing: Omit<ReaderFigures, 'reader'> = { ...ofWork, medianHours: null, open: 0, late: 0 };

test('lists each reader, and a former reader only for periods they worked', async () => {
  const { app, admin, ada, deliver, readers } = await createDesk();
  for (const wait of [50, 2, 3]) await deliver(ada, 'The Star.', wait * hour);
  const browser = await browserOf(app, admin.person);
  expect((await browser.put(`/api/staff/${ada.id}/active`, { isActive: false })).status).toBe(200);
  const did = { delivered: 3, onTime: 3, submitted: 3, words: 6, medianHours: 3 };
  expect(await readers()).toEqual([
    { reader: 'ada', ...nothing, ...did },
    { reader: 'Bea', ...nothing },
  ]);
  expect(await readers('2026-10-01..2026-10-02')).toEqual([{ reader: 'Bea', ...nothing }]);
});

test('counts returns for the writer and open orders for the assignee', async () => {
  const { app, admin, ada, bea, deliver, write, readers } = await createDesk();
  await deliver(ada, 'One two three', 9 * day);
  const returned = await orderIn(app, 'pending', admin.person);
  await assignOrder(app.context, admin.person, returned.orderId, ada.id);
  const { id } = await write(ada, returned.orderId, 'The Sun.');
  await rejectReading(app.context, admin.person, id, null);
  // It was ada's text that came back; the order is Bea's now, and late.
  await assignOrder(app.context, admin.person, returned.orderId, bea.id);
  const dueAt = storedOrder(app, returned.orderId).dueAt ?? 0;
  app.clock.advance(dueAt + 1 - app.clock.now());
  expect(await readers()).toEqual([
    { reader: 'ada', ...nothing, delivered: 1, submitted: 2, returned: 1, words: 3, medianHours: 216 },
    { reader: 'Bea', ...nothing, open: 1, late: 1, overdue: 1 },
  ]);
  expect((await readers('2026-11-20..2026-11-21'))[1]).toMatchObject({ open: 1, late: 1, overdue: 0 });
});

test('exports one CSV row for each delivered reading', async () => {
  const { app, admin, ada, bea, deliver, download } = await createDesk();
  const first = await deliver(ada, 'The Star, the Sun and "the" World', 0);
  // Already the 21st in UTC, still the 20th in New York.
  const second = await deliver(bea, 'The Moon.', 10 * hour);
  const browser = await browserOf(app, admin.person);
  await browser.post(`/api/orders/${second.orderId}/refund`, { amount: 15.5, refundedBefore: 0 });
  await orderIn(app, 'reading_uploaded', admin.person);
  const { response, text } = await download();
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="readings-2026-10-22-to-2026-11-20.csv"',
  );
  expect(text.trim().split('\r\n')).toEqual([
    'Reader,Order,Delivered,Words,Type,Amount,Refunded,Currency',
    `ada,${first.orderNumber},2026-11-20,7,Career path,60.00,0.00,USD`,
    `Bea,${second.orderNumber},2026-11-20,2,Career path,60.00,15.50,USD`,
  ]);
  expect((await download('2026-11-21..2026-11-21')).text.trim().split('\r\n')).toHaveLength(1);
});

test('credits a reading to its writer, even after the order is reassigned', async () => {
  const { app, admin, ada, bea, write, download, readers } = await createDesk();
  const order = await orderIn(app, 'pending', admin.person);
  await assignOrder(app.context, admin.person, order.orderId, ada.id);
  const { id } = await write(ada, order.orderId, 'The Star speaks.');
  await assignOrder(app.context, admin.person, order.orderId, bea.id);
  await approveReading(app.context, admin.person, id);
  app.clock.advance(hour);
  await app.sendMail();
  expect((await download()).text.trim().split('\r\n')[1]).toMatch(/^ada,/);
  expect((await readers()).map(({ reader, delivered }) => [reader, delivered])).toEqual([
    ['ada', 1],
    ['Bea', 0],
  ]);
});

test('escapes a formula in a reader’s name and exports every row', async () => {
  const { app, admin, download } = await createDesk();
  const odd = addPerson(app, '=cmd()', 'reader');
  const { orderId } = await orderIn(app, 'approved', admin.person);
  await app.sendMail();
  const { deliveredAt } = storedOrder(app, orderId);
  const copy = app.db.$client.transaction(() => {
    const columns = "'paid', 'approved', 'careerPath', 'A', 'a@x.example', 'A', 6000, 1, 1, 9e15";
    for (let i = 0; i < 230; i += 1) {
      app.db.$client.exec(`INSERT INTO orders (id, order_number, assigned_reader_id, delivered_at, payment_status,
        status, reading_type, customer_name, customer_email, reading_addressee_name, amount_minor, created_at, paid_at,
        due_at) VALUES ('o${i}', 'CT-${i}', '${odd.id}', ${(deliveredAt ?? 0) + Math.floor(i / 150)}, ${columns})`);
      app.db.$client.exec(`INSERT INTO readings (id, order_id, content, created_at, submitted_at)
        VALUES ('r${i}', 'o${i}', 'The Star', 1, 1)`);
    }
  });
  copy();
  const lines = (await download()).text.trim().split('\r\n').slice(1);
  expect(new Set(lines).size).toBe(231);
  expect(lines.filter((line) => line.startsWith("'=cmd(),CT-"))).toHaveLength(230);
});
