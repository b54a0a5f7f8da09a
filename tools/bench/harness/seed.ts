import { type Database, openDatabase, writeNow } from '../../../db/client.ts';
import { rareName } from '../../../src/sample-shop/customers/drawn-customer.ts';
import { insertYears, orderNumberOf } from '../../../src/sample-shop/years.ts';
import { createSessions } from '../../../src/server/people/credentials/sessions.ts';
import { insertUser } from '../../../src/server/people/directory/people-repository.ts';
import { writePriceCents } from '../../../src/server/settings/settings-repository.ts';
import { fillInBulk } from './bulk.ts';

/** A database full of orders. */
export interface SeededDatabase {
  path: string;
  orders: number;
  /** The Cookie header of a signed-in admin. */
  adminCookie: string;
  /** Terms of a search by how many orders they find: few, or a large share of all. */
  terms: { rare: string[]; common: string[] };
}

const readers = ['reader-one', 'reader-two'] as const;

/** Adds the people every shop of the benchmarks has: an admin and two readers. */
export function addStaff(db: Database, now: number): void {
  writeNow(db, (tx) =>
    insertUser(tx, { id: 'admin', username: 'admin', passwordHash: '-', role: 'admin', createdAt: now }),
  );
  for (const id of readers)
    writeNow(db, (tx) =>
      insertUser(tx, { id, username: id, passwordHash: '-', role: 'reader', createdAt: now }),
    );
}

/**
 * Writes a database as a shop has it after years: most orders delivered, a few under way, some never paid and given
 * up, with their history and their mail, and nothing left for the worker to catch up on. Every run measures the same
 * ones.
 */
export async function seedDatabase(path: string, count: number): Promise<SeededDatabase> {
  const db = openDatabase(path);
  const now = Date.now();
  addStaff(db, now);
  writeNow(db, (tx) => writePriceCents(tx, 6_000, now));
  db.commits.close();
  if (count > 0) fillInBulk(db.$client, () => insertYears(db, { count, now, readers }));
  const session = await createSessions(db, { now: () => now }, false).start('admin', null);
  db.commits.close();
  db.$client.pragma('wal_checkpoint(TRUNCATE)');
  db.$client.close();
  return {
    path,
    orders: count,
    adminCookie: session.split(';')[0] ?? '',
    terms: {
      rare: [
        '_',
        'jj',
        ...[3, 5, 8, 12, 20, 30].map((length) => rareName.slice(0, length)),
        orderNumberOf(Math.floor(count / 2)),
        orderNumberOf(1).slice(0, 7),
        'quisenberry',
        'nobody is called like this one',
      ],
      common: [
        'a',
        '@',
        'an',
        'ber',
        'anna',
        'berg',
        'maya l',
        'customers',
        'anna bergmann',
        'customers.example',
      ],
    },
  };
}
