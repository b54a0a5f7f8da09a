import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { addSignedIn, placeOrder, storedOrder } from '../../testing/builders.ts';
import { folderOfFile } from '../../testing/temporary-folder.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { commandLine } from '../audit/record-audit.ts';
import { erasePerson } from './erase-person.ts';
import { sweepErased } from './sweep-erased.ts';

const folder = folderOfFile();

const address = 'maya.swept@customers.example';

/** A shop of which somebody is erased while somebody else reads the database. */
async function eraseWhileRead(name: string) {
  const databasePath = join(folder, name);
  const app = createTestApp({ databasePath });
  await addSignedIn(app, 'boss', 'admin');
  const { orderId } = await placeOrder(app, { customerEmail: address });
  await app.db.commits.written();
  app.db.$client.prepare('UPDATE orders SET abandoned_at = 1 WHERE id = ?').run(orderId);
  const reader = new Sqlite(databasePath, { readonly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM orders').get();
  await erasePerson(app.context, commandLine, address);
  expect(storedOrder(app, orderId).customerEmail).toBe('');
  const file = () => ['', '-wal'].map((end) => readFileSync(databasePath + end, 'latin1')).join('');
  return { app, reader, file, log: `${databasePath}-wal` };
}

test('what somebody who reads keeps in the log is swept once they are gone', async () => {
  const { app, reader, file, log } = await eraseWhileRead('read.db');
  expect(await sweepErased(app)).toBe(false);
  expect(file()).toContain(address);
  const written = statSync(log).size;
  expect(await sweepErased(app)).toBe(false);
  // The pages were swept already.
  expect(statSync(log).size).toBe(written);
  reader.close();
  expect(await sweepErased(app)).toBe(true);
  expect(file()).not.toContain(address);
  app.db.$client.close();
});

test('what is erased meanwhile is swept from the pages as well', async () => {
  const { app, reader, file } = await eraseWhileRead('again.db');
  expect(await sweepErased(app)).toBe(false);
  const other = 'noor.swept@customers.example';
  const { orderId } = await placeOrder(app, { customerEmail: other });
  app.db.$client.prepare('UPDATE orders SET abandoned_at = 1 WHERE id = ?').run(orderId);
  const sweeping = sweepErased(app);
  await erasePerson(app.context, commandLine, other);
  reader.close();
  await sweeping;
  expect(await sweepErased(app)).toBe(true);
  expect(file()).not.toContain(other);
  app.db.$client.close();
});
