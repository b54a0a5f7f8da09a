import { randomBytes } from 'node:crypto';
import { getTableColumns, getTableName } from '../../db/drizzle.ts';
import { heldData, tablesOfOrders } from '../server/privacy/held-data-repository.ts';
import { canonicalEmail } from '../shared/email-address.ts';
import { addPerson, orderIn } from './builders.ts';
import type { TestApp } from './test-app.ts';

type Value = string | number;

/** What was put into a column, as the database has it and as a person reads it. */
export interface Planted {
  column: string;
  value: Value;
}

/** A word that stands nowhere else, of letters that no other begins with in the same way. */
const word = () => `${randomBytes(9).toString('hex')}`;

/** Whatever is to be in a column that refers to something. */
type Known = Record<string, Value | null>;

/**
 * A customer with an order that was delivered, with something in every column of every table that holds what is
 * personal: whatever is added to the list of what is kept is planted as well.
 */
export async function plantPerson(app: TestApp, address: string) {
  const name = `planter-${word()}`;
  const writer = addPerson(app, name, 'admin');
  const { orderId, orderNumber, readingId, paymentIntentId } = await orderIn(app, 'approved', writer);
  app.clock.advance(120_000);
  await app.sendMail();
  const { $client } = app.db;
  const checkoutId = word();
  $client
    .prepare('INSERT INTO checkouts (id, amount_cents, created_at) VALUES (?, 1, ?)')
    .run(checkoutId, app.clock.now());
  const ids: Known = {
    ...{ order_id: orderId, reading_id: readingId, payment_intent_id: paymentIntentId },
    ...{ payment_id: paymentIntentId, checkout_id: checkoutId, author_id: writer.id, asked_by_id: writer.id },
    ...{ closed_by_id: null, settled_by_id: null, lifted_by_id: null, begun_by_id: null, user_id: null },
    // What is over: otherwise the order would be under way.
    ...{
      lifted_at: 1,
      settled_at: 1,
      due_cents: 0,
      is_open: 0,
      dismissed_at: 1,
      state: 'sent',
      due_at: null,
    },
  };
  const planted: Planted[] = [];
  let time = Date.parse('2031-01-01T00:00:00Z');

  function valueFor(column: { name: string; type: string }, isJson: boolean): Value {
    time += 61_001;
    if (column.type === 'integer') return time;
    return isJson ? JSON.stringify([word()]) : word();
  }

  for (const table of tablesOfOrders) {
    const { columns, table: source } = heldData[table];
    const properties = Object.entries(getTableColumns(source));
    const kinds = new Map(
      properties.map(([property, { name: column }]) => [column, columnKind(columns, property)]),
    );
    const json = new Set(
      properties.filter(([, column]) => column.dataType === 'json').map(([, column]) => column.name),
    );
    const stored = $client
      .prepare<[string], { name: string; type: string; pk: number; isNeeded: number }>(
        'SELECT name, lower(type) AS type, pk, ("notnull" AND dflt_value IS NULL) AS isNeeded FROM pragma_table_info(?)',
      )
      .all(getTableName(source));
    const row: Record<string, Value | null> = {};
    for (const column of stored) {
      const isPersonal = kinds.get(column.name) === 'personal' && !(column.name in ids);
      if (isPersonal) {
        const value = valueFor(column, json.has(column.name));
        row[column.name] = value;
        planted.push({ column: `${table}.${column.name}`, value });
      } else if (column.name in ids) {
        row[column.name] = ids[column.name] ?? null;
      } else if (column.isNeeded && !(column.pk && column.type === 'integer')) {
        row[column.name] = json.has(column.name) ? '{}' : column.type === 'integer' ? 1 : word();
      }
    }
    if (table === 'orders')
      Object.assign(row, { customer_email: address, canonical_email: canonicalEmail(address) });
    put(getTableName(source), row, table === 'orders' ? `id = '${orderId}'` : undefined);
  }
  return { orderId, orderNumber, readingId, planted, writer };

  /** Changes what is there, or adds a row. */
  function put(table: string, row: Record<string, Value | null>, where = rowOf(table)): void {
    const names = Object.keys(row);
    const isThere = where && $client.prepare(`SELECT 1 FROM ${table} WHERE ${where}`).get();
    const personal = names.filter((column) => planted.some((one) => one.column.endsWith(`.${column}`)));
    const source = isThere
      ? `UPDATE ${table} SET ${personal.map((column) => `"${column}" = ?`).join(', ')} WHERE ${where}`
      : `INSERT OR REPLACE INTO ${table} (${names.map((column) => `"${column}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    $client.prepare(source).run(...(isThere ? personal : names).map((column) => row[column]));
  }

  function rowOf(table: string): string | undefined {
    if (table === 'readings') return `order_id = '${orderId}'`;
    return table === 'reading_revisions' ? `reading_id = '${readingId}'` : undefined;
  }
}

function columnKind(columns: Readonly<Record<string, string>>, property: string): string {
  return columns[property] ?? 'none';
}

/** @returns all that is in a database, as text: what stands in indexes as well */
export function everythingIn({ db }: TestApp): string {
  db.commits.close();
  const tables = db.$client
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .pluck()
    .all();
  const rows = tables.flatMap(
    (table) => db.$client.prepare(`SELECT * FROM "${table}"`).raw().all() as unknown[][],
  );
  return rows
    .flat()
    .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
    .join('\n');
}
