import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrationNames } from '../db/migration-files.ts';
import { browserOf } from './kit/builders.ts';
import { createOldDatabase, listOldDatabases } from './kit/old-database.ts';
import { folderOfFile } from './kit/temporary-folder.ts';
import { createTestApp } from './kit/test-app.ts';

const root = folderOfFile();

test('keeps a database of the newest version (node tests/old-databases/keep.ts makes it)', () => {
  expect(listOldDatabases()).toHaveLength(4);
  expect(listOldDatabases().at(-1)).toBe(migrationNames().at(-1));
});

/** What no upgrade may lose, whatever the version calls the rest. */
const lasting = {
  orders: [
    ...['id', 'order_number', 'status', 'payment_status', 'reading_type', 'customer_name', 'customer_email'],
    ...[
      'custom_question',
      'reading_addressee_name',
      'background_context',
      'amount_minor',
      'payment_intent_id',
    ],
    ...['created_at', 'paid_at', 'due_at', 'delivered_at', 'assigned_reader_id', 'received_minor'],
  ],
  readings: ['id', 'order_id', 'content', 'submitted_at', 'approved_at'],
  order_events: ['id', 'order_id', 'type', 'data', 'created_at'],
  users: ['id', 'username', 'role', 'password_hash', 'created_at'],
  settings: ['name', 'value'],
};

/** The price was a setting before there were offers. */
const priceSetting = "SELECT CAST(value AS integer) FROM settings WHERE name = 'price_cents'";

/** The name of a column before amounts were minor units. */
const oldName = (name: string) => name.replace(/_minor$/, '_cents');

function namesIn(db: Sqlite.Database, table: string) {
  return db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
}

function rowsOf(db: Sqlite.Database, columns: Record<string, string[]>) {
  return Object.fromEntries(
    Object.entries(columns).map(([table, names]) => [
      table,
      db
        .prepare<[], Record<string, unknown>>(`SELECT ${selected(db, table, names)} FROM ${table} ORDER BY 1`)
        .all()
        .map((row) => (row.data ? { ...row, data: String(row.data).replaceAll('Cents":', 'Minor":') } : row))
        .filter((row) => row.name !== 'price_cents'),
    ]),
  );
}

function selected(db: Sqlite.Database, table: string, names: string[]): string {
  const there = namesIn(db, table);
  return names.map((name) => (there.includes(name) ? name : `${oldName(name)} AS ${name}`)).join(', ');
}

/** @returns of what may not be lost that which a version of the tables has */
function columnsIn(db: Sqlite.Database) {
  return Object.fromEntries(
    Object.entries(lasting).map(([table, names]) => {
      const there = namesIn(db, table);
      return [table, names.filter((name) => there.includes(name) || there.includes(oldName(name)))];
    }),
  );
}

test.each(listOldDatabases())('upgrades a database of version %s without losing anything', async (name) => {
  const path = join(root, `${name}.db`);
  createOldDatabase(path, name);
  const old = new Sqlite(path);
  const columns = columnsIn(old);
  const before = rowsOf(old, columns);
  const price = old.prepare(priceSetting).pluck().get();
  expect(before.orders?.length).toBeGreaterThan(0);
  old.close();
  const app = createTestApp({ databasePath: path });
  const { $client } = app.db;
  expect($client.pragma('integrity_check', { simple: true })).toBe('ok');
  expect($client.pragma('foreign_key_check')).toEqual([]);
  expect(rowsOf($client, columns)).toEqual(before);
  const sold = $client.prepare('SELECT price_minor FROM offers').pluck().all();
  if (price !== undefined) expect(sold).toEqual([price]);
  const unfound = 'SELECT count(*) FROM orders WHERE canonical_email IS NOT lower(customer_email)';
  expect($client.prepare(unfound).pluck().get()).toBe(0);
  const admin = await browserOf(app, {
    ...{ id: 'id-of-admin', username: 'admin', role: 'admin' },
    ...{ writes: false, displayName: null },
  });
  const { status, body } = await admin.get<{ orderNumber: string }[]>('/api/orders');
  expect(status).toBe(200);
  const listed = body.map((order) => order.orderNumber);
  const paid = (before.orders as { order_number: string; payment_status: string }[]).filter(
    (order) => order.payment_status === 'paid',
  );
  for (const order of paid) expect(listed).toContain(order.order_number);
  for (const path of ['/api/overview', '/api/alerts', '/api/readings', '/api/settings']) {
    expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
  }
  expect((await admin.put('/api/settings/price', { price: 55 })).status).toBe(200);
  $client.close();
});
