import { randomBytes } from 'node:crypto';
import { type Column, getTableColumns } from 'drizzle-orm';
import { checkouts } from '../../db/schema.ts';
import {
  personalColumns,
  personalData,
  personalTables,
} from '../../src/server/ops/privacy/personal-data-repository.ts';
import { canonicalEmail } from '../../src/shared/email/email-address.ts';
import { addPerson, orderIn } from './builders.ts';
import type { TestApp } from './test-app.ts';

export type Planted = { column: string; value: string | number };
type Row = Record<string, unknown>;

const word = () => randomBytes(9).toString('hex');

/** Adds a customer with a delivered order and a value in every personal column, also in columns added later. */
export async function plantPerson(app: TestApp, address: string) {
  const { db, clock } = app;
  const writer = addPerson(app, `planter-${word()}`, 'admin');
  const { orderId, orderNumber, readingId, paymentIntentId } = await orderIn(app, 'approved', writer);
  clock.advance(120_000);
  await app.sendMail();
  const checkoutId = word();
  db.insert(checkouts).values({ id: checkoutId, amountMinor: 1, createdAt: clock.now() }).run();
  const known: Row = {
    ...{ orderId, readingId, paymentIntentId, paymentId: paymentIntentId, checkoutId },
    authorId: writer.id,
    ...{ customerEmail: address, canonicalEmail: canonicalEmail(address) },
    // Values of something finished: otherwise the order would still be in progress.
    ...{ liftedAt: 1, settledAt: 1, dueMinor: 0, isOpen: false, dismissedAt: 1, state: 'sent' },
  };
  const planted: Planted[] = [];
  let time = Date.parse('2031-01-01T00:00:00Z');

  for (const name of personalTables) {
    const { table, rowsOf, deleted, changed } = personalData[name];
    const personalNames = personalColumns(personalData[name]);
    const personal: Row = {};
    const needed: Row = {};
    for (const [property, column] of Object.entries(getTableColumns(table))) {
      if (property in known)
        (personalNames.includes(property) ? personal : needed)[property] = known[property];
      else if (personalNames.includes(property)) {
        time += 61_001;
        personal[property] = valueFor(column, time);
        const value = column.mapToDriverValue(personal[property]) as string | number;
        planted.push({ column: `${name}.${column.name}`, value });
      } else if (column.notNull && !column.hasDefault && !isCounted(column)) {
        needed[property] = valueFor(column, 1);
      }
    }
    const where = rowsOf(orderId);
    if (deleted) db.delete(table).where(where).run();
    const isThere = changed && db.update(table).set(personal).where(where).run().changes > 0;
    const row = { ...needed, ...personal };
    if (!isThere) db.insert(table).values(row).run();
  }
  return { orderId, orderNumber, readingId, planted, writer };
}

function valueFor({ dataType }: Column, number: number): unknown {
  if (dataType === 'number') return number;
  if (dataType === 'boolean') return true;
  return dataType === 'json' ? [word()] : word();
}

const isCounted = ({ primary, dataType }: Column) => primary && dataType === 'number';

/** Returns all rows of a database as one text, including the full-text indexes. */
export function dumpDatabase({ db }: TestApp): string {
  const tablesOf = "SELECT name FROM sqlite_master WHERE type = 'table'";
  const tables = db.$client.prepare<[], string>(tablesOf).pluck().all();
  return tables
    .flatMap((table) => db.$client.prepare<[], unknown[]>(`SELECT * FROM "${table}"`).raw().all())
    .flat()
    .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
    .join('\n');
}
