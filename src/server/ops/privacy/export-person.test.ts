import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { writeNow } from '../../../../db/client.ts';
import { audit } from '../../../../db/schema.ts';
import { addPerson, addSignedIn, storedOrder } from '../../../../tests/kit/builders.ts';
import { plantPerson } from '../../../../tests/kit/planted-person.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';
import { isoTime } from '../../base/time/moments.ts';
import { recordEvent } from '../../orders/order-events-repository.ts';

const address = 'maya.planted@customers.example';

interface Exported {
  address: string;
  orders: { orderNumber: string; amountMinor: number; history: { type: string }[] }[];
  otherMails: unknown[];
  terms: unknown[];
}

test('exports all personal data and payments, but no staff names', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const { planted, orderId, orderNumber, writer } = await plantPerson(app, address);
  const rita = addPerson(app, 'rita-of-the-shop', 'reader');
  const assigned = { type: 'assigned', actor: 'system', data: { reader: rita.username } } as const;
  writeNow(app.db, (tx) => recordEvent(tx, { ...assigned, orderId, at: app.clock.now() }));
  const { body, headers, status } = await admin.post<Exported>('/api/privacy/export', {
    address: 'Maya.Planted@customers.example',
  });
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toBe('attachment; filename="personal-data.json"');
  const text = JSON.stringify(body);
  const missing = planted.filter(({ column, value }) => {
    const shown = typeof value === 'number' && column.endsWith('_at') ? isoTime(value) : String(value);
    return !text.includes(shown);
  });
  expect(missing.map(({ column }) => column)).toEqual([]);
  expect(text).toContain('"mayPublish":true');
  expect(body.orders).toMatchObject([{ orderNumber, amountMinor: 6000, customerEmail: address }]);
  expect(body.orders[0]?.history.map(({ type }) => type)).toContain('reading_approved');
  for (const { username } of [writer, rita]) expect(text).not.toContain(username);
});

test('exports mails to a former address, and nothing about strangers', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const { orderId, orderNumber } = await app.buy({ customerEmail: address });
  await app.sendMail();
  await admin.put(`/api/orders/${orderId}/email`, { email: 'other@customers.example' });
  const ask = async (whose: string) =>
    (await admin.post<Exported>('/api/privacy/export', { address: whose })).body;
  const mail = { kind: 'order_confirmation', toAddress: address, orderNumber };
  expect(await ask(address)).toMatchObject({ orders: [], otherMails: [mail] });
  expect(JSON.stringify(await ask(address))).not.toContain(storedOrder(app, orderId).customerName);
  expect(await ask('noor@customers.example')).toMatchObject({ orders: [], otherMails: [], terms: [] });
  const { orders, terms } = await ask('other@customers.example');
  expect([orders.length, terms.length]).toEqual([1, 1]);
  const exported = app.db.select().from(audit).where(eq(audit.action, 'customer_exported')).all();
  const labels = exported.map(({ subjectLabel }) => subjectLabel);
  expect(labels).toEqual(['No order', 'No order', 'No order', orderNumber]);
});
