import { expect, test } from 'vitest';
import { type Database, openDatabase, writeNow } from './client.ts';
import { count, eq, sql } from './drizzle.ts';
import { type Builder, type Given, prepared, written } from './prepared.ts';
import { orders, settings, users } from './schema.ts';

/** Columns of all kinds: text, numbers, booleans, lists and nothing. */
function withRows(): Database {
  const db = openDatabase(':memory:');
  const person = { passwordHash: 'x', role: 'reader', createdAt: 1 } as const;
  const daysAway = [{ from: '2026-12-24', to: '2026-12-26' }];
  db.insert(users)
    .values([
      { ...person, id: 'r1', username: 'Rita', daysAway, isActive: true, email: 'rita@staff.example' },
      { ...person, id: 'r2', username: 'Robin', isActive: false },
    ])
    .run();
  const about = {
    readingType: 'other',
    amountCents: 6_000,
    createdAt: 1,
    customerEmail: 'm@x.example',
  } as const;
  const order = { ...about, customerName: 'Maya', readingAddresseeName: 'M' };
  db.insert(orders)
    .values({ ...order, id: 'o1', orderNumber: 'CT-1', assignedReaderId: 'r1' })
    .run();
  return db;
}

const queries: Record<string, (db: Builder) => { all(): unknown; get(): unknown; prepare(): never }> = {
  'whole rows': (db) => db.select().from(users) as never,
  'rows with more empty columns than full ones': (db) => db.select().from(orders) as never,
  'some columns under other names': (db) =>
    db.select({ who: users.username, away: users.daysAway }).from(users) as never,
  'what is counted': (db) => db.select({ all: count() }).from(users) as never,
  'what is written as SQL': (db) =>
    db
      .select({ upper: sql<string>`upper(${users.username})`.as('upper'), isActive: users.isActive })
      .from(users) as never,
  'two tables in groups': (db) =>
    db
      .select({ order: orders, reader: users })
      .from(orders)
      .leftJoin(users, eq(users.id, orders.assignedReaderId)) as never,
  nothing: (db) => db.select().from(settings) as never,
};

test.each(Object.entries(queries))('%s are found as Drizzle finds them, on every connection', (_, build) => {
  const [db, next] = [withRows(), withRows()];
  const find = prepared((builder) => build(builder) as never) as unknown as (
    db: Database,
  ) => ReturnType<typeof build>;
  const drizzled = build(db as unknown as Builder);
  const found = find(db).all();
  expect(found).toEqual(drizzled.all());
  // Columns in the same order, as `INSERT` and the lists of the API have them.
  expect(JSON.stringify(find(db).get())).toBe(JSON.stringify(drizzled.get()));
  expect(find(next).all()).toEqual(found);
  db.$client.close();
  expect(find(next).all()).toEqual(found);
});

const byName = prepared((db, { username }: Given<{ username: string }>) =>
  db.select().from(users).where(eq(users.username, username)),
);
const leave = prepared((db, given: Given<{ id: string; daysAway: { from: string; to: string }[] }>) =>
  db.update(users).set({ daysAway: given.daysAway }).where(eq(users.id, given.id)).returning(),
);

test('values are put in as their columns have them', () => {
  const db = withRows();
  expect(byName(db).all({ username: 'Robin' })).toMatchObject([{ username: 'Robin', isActive: false }]);
  const daysAway = [{ from: '2027-01-01', to: '2027-01-02' }];
  expect(writeNow(db, (tx) => leave(tx).get({ id: 'r2', daysAway }))).toMatchObject({
    username: 'Robin',
    daysAway,
  });
  // What one caller changes in a row, the next one does not find.
  byName(db).get({ username: 'Rita' })?.daysAway.pop();
  expect(byName(db).get({ username: 'Rita' })?.daysAway).toHaveLength(1);
});

test('a value that is missing is said by its name', () => {
  const db = withRows();
  const named = prepared((builder, { name }: Given<{ name: string }>) =>
    written<{ value: string }>(builder, sql`SELECT value FROM settings WHERE name = ${name}`),
  );
  expect(() => byName(db).all({} as never)).toThrow('username');
  expect(() => named(db).get({} as never)).toThrow('name');
});
