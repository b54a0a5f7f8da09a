import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeNow } from '../../../../db/client.ts';
import { audit } from '../../../../db/schema.ts';
import { addSignedIn, storedMail, storedOrder, storeOrders } from '../../../../tests/kit/builders.ts';
import { plantPerson } from '../../../../tests/kit/planted-person.ts';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { createTestApp, type TestApp } from '../../../../tests/kit/test-app.ts';
import { commandLineActor } from '../../base/record-audit.ts';
import { updateOrderIf } from '../../orders/order-repository.ts';
import { erasePerson } from './erase-person.ts';
import { repeatErasures } from './repeat-erasures.ts';

const folder = folderOfFile();

const address = 'maya.planted@customers.example';
const other = 'noor.planted@customers.example';

async function open(name: string) {
  const databasePath = join(folder, name);
  const app = createTestApp({ databasePath });
  const admin = await addSignedIn(app, 'boss', 'admin');
  return { app, admin, list: `${databasePath}.erased`, databasePath };
}

/** Puts a copy in the place of a shop's database, a second later. */
function restore(app: TestApp, databasePath: string, copy: Buffer): TestApp {
  app.db.$client.close();
  for (const end of ['', '-wal', '-shm']) rmSync(databasePath + end, { force: true });
  writeFileSync(databasePath, copy);
  return createTestApp({ databasePath, now: new Date(app.clock.now() + 1_000).toISOString() });
}

test('erases people again in a restored copy, but not later orders', async () => {
  const { app, list, databasePath } = await open('again.db');
  const { orderId } = await plantPerson(app, address);
  const copy = app.db.$client.serialize();
  app.clock.advance(1_000);
  await erasePerson(app.context, commandLineActor, address);
  const wordsBefore = readFileSync(list, 'utf8');
  expect(wordsBefore).toMatch(/^\n(\S+Z [0-9a-f]{64}\n){2}$/);

  const restored = restore(app, databasePath, copy);
  const { seq: _, ...row } = storedOrder(restored, orderId);
  const later = { ...row, id: 'later', orderNumber: 'CT-LATER1', paymentIntentId: 'pi_later' };
  storeOrders(restored, [{ ...later, createdAt: restored.clock.now() }]);
  expect(storedOrder(restored, orderId).customerEmail).toBe(address);
  const words = 'Erased again: 1 person with 1 order.';
  expect(await repeatErasures(restored.context, commandLineActor)).toEqual({ words, refused: [] });
  const rows = restored.db.select().from(audit).all();
  expect(rows.at(-1)).toMatchObject({ action: 'customer_erased', details: { again: true } });
  expect(storedOrder(restored, orderId).customerEmail).toBe('');
  expect(storedOrder(restored, later.id).customerEmail).toBe(address);
  expect(readFileSync(list, 'utf8')).toBe(wordsBefore);
  restored.db.$client.close();
});

test('erases an order again whose address was corrected after the copy', async () => {
  const { app, databasePath } = await open('mistaken.db');
  const { orderId } = await plantPerson(app, 'maya@mistaken.example');
  const copy = app.db.$client.serialize();
  writeNow(app.db, (tx) => updateOrderIf(tx, orderId, {}, { customerEmail: address }));
  await erasePerson(app.context, commandLineActor, address);

  const restored = restore(app, databasePath, copy);
  const { words } = await repeatErasures(restored.context, commandLineActor);
  expect(words).toBe('Erased again: 1 person with 1 order.');
  expect(storedOrder(restored, orderId).customerEmail).toBe('');
  restored.db.$client.close();
});

test('deletes an erased address’s mails again and keeps another customer’s order', async () => {
  const { app, admin, databasePath } = await open('mails.db');
  const { orderId } = await app.buy({ customerEmail: address });
  await app.sendMail();
  const first = app.db.$client.serialize();
  await admin.put(`/api/orders/${orderId}/email`, { email: other });
  await app.sendMail();
  const second = app.db.$client.serialize();
  const erased = { orderNumbers: [], otherMails: 1 };
  expect(await erasePerson(app.context, commandLineActor, address)).toEqual(erased);

  const restored = restore(app, databasePath, second);
  const { words: again } = await repeatErasures(restored.context, commandLineActor);
  expect(again).toBe('Erased again: 1 person with 0 orders and 1 other email.');
  expect(storedMail(restored, orderId).map(({ toAddress }) => toAddress)).toEqual([other]);
  const older = restore(restored, databasePath, first);
  const words = 'No customer in this database had been erased before.';
  expect(await repeatErasures(older.context, commandLineActor)).toEqual({ words, refused: [] });
  expect(storedOrder(older, orderId).customerEmail).toBe(address);
  older.db.$client.close();
});

test('skips and names an order in progress and erases the rest', async () => {
  const { app, databasePath } = await open('under-way.db');
  const first = await plantPerson(app, address);
  const second = await plantPerson(app, address);
  const dispute = app.db.$client.prepare('UPDATE orders SET dispute = ? WHERE id = ?');
  dispute.run('open', first.orderId);
  const copy = app.db.$client.serialize();
  dispute.run('won', first.orderId);
  await erasePerson(app.context, commandLineActor, address);

  const restored = restore(app, databasePath, copy);
  const { words, refused } = await repeatErasures(restored.context, commandLineActor);
  expect(words).toBe('Erased again: 1 person with 1 order.');
  const why = `^${first.orderNumber} was not erased: a bank is questioning`;
  expect(refused).toEqual([expect.stringMatching(why)]);
  expect(storedOrder(restored, first.orderId).customerEmail).toBe(address);
  expect(storedOrder(restored, second.orderId).customerEmail).toBe('');
  restored.db.$client.close();
});

test('reports a truncated line of the list and processes the others', async () => {
  const { app, list, databasePath } = await open('cut.db');
  const { orderId } = await plantPerson(app, address);
  const copy = app.db.$client.serialize();
  appendFileSync(list, '2031-01-01T00:00:00.000Z 0123456789abc');
  await erasePerson(app.context, commandLineActor, address);

  const restored = restore(app, databasePath, copy);
  const { refused } = await repeatErasures(restored.context, commandLineActor);
  expect(refused).toEqual([expect.stringContaining('cannot be read: 1.')]);
  expect(storedOrder(restored, orderId).customerEmail).toBe('');
  restored.db.$client.close();
});
