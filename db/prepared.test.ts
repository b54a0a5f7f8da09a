import { expect, test } from 'vitest';
import { type Database, openDatabase, writeNow } from './client.ts';
import { eq, sql } from './drizzle.ts';
import { type Params, prepared, rawStatement } from './prepared.ts';
import { users } from './schema.ts';

/** People with columns of several kinds: text, booleans and lists. */
function withPeople(): Database {
  const db = openDatabase(':memory:');
  const person = { passwordHash: 'x', role: 'reader', createdAt: 1 } as const;
  const daysAway = [{ from: '2026-12-24', to: '2026-12-26' }];
  db.insert(users)
    .values([
      { ...person, id: 'r1', username: 'Rita', daysAway, isActive: true },
      { ...person, id: 'r2', username: 'Robin', isActive: false },
    ])
    .run();
  return db;
}

const byName = prepared((db, { username }: Params<{ username: string }>) =>
  db.select().from(users).where(eq(users.username, username)),
);
const leave = prepared((db, given: Params<{ id: string; daysAway: { from: string; to: string }[] }>) =>
  db.update(users).set({ daysAway: given.daysAway }).where(eq(users.id, given.id)).returning(),
);

test('a statement is made once for each connection, and each finds its own rows', () => {
  const [db, empty] = [withPeople(), openDatabase(':memory:')];
  expect(byName(db)).toBe(byName(db));
  expect(byName(empty).all({ username: 'Robin' })).toEqual([]);
  empty.$client.close();
  expect(byName(db).all({ username: 'Robin' })).toHaveLength(1);
});

test('values are put in as their columns have them', () => {
  const db = withPeople();
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
  const db = withPeople();
  const named = prepared((builder, { name }: Params<{ name: string }>) =>
    rawStatement<{ value: string }>(builder, sql`SELECT value FROM settings WHERE name = ${name}`),
  );
  expect(() => byName(db).all({} as never)).toThrow('username');
  expect(() => named(db).get({} as never)).toThrow('name');
});
