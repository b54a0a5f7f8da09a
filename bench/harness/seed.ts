import { randomUUID } from 'node:crypto';
import { type Database, openDatabase } from '../../db/client.ts';
import { sql } from '../../db/drizzle.ts';
import { orders } from '../../db/schema.ts';
import { createSessions } from '../../src/server/people/credentials/sessions.ts';
import { insertUser } from '../../src/server/people/directory/people-repository.ts';
import { writePriceCents } from '../../src/server/settings/settings-repository.ts';
import { orderNumberAlphabet } from '../../src/shared/orders/order-number.ts';
import type { OrderStatus, PaymentStatus } from '../../src/shared/orders/order-status.ts';
import { readingTypes } from '../../src/shared/orders/reading-types.ts';
import { searchTextOf } from '../../src/shared/orders/search-text.ts';
import { fillInBulk } from './bulk.ts';
import { background, firstNames, lastNames, question } from './words.ts';

/** A database full of orders. */
export interface SeededDatabase {
  path: string;
  orders: number;
  /** The Cookie header of a signed-in admin. */
  adminCookie: string;
  /** Terms of a search by how many orders they find: few, or a large share of all. */
  terms: { rare: string[]; common: string[] };
}

const readers = ['reader-one', 'reader-two'];
const minute = 60_000;
const day = 24 * 60 * minute;

/** One in so many customers has this name. */
const rareEvery = 10_000;
const rareName = 'Ottoline Quisenberry-Vogelsang';

/** Adds the people every shop of the benchmarks has: an admin and two readers. */
export function addStaff(db: Database, now: number): void {
  insertUser(db, { id: 'admin', username: 'admin', passwordHash: '-', role: 'admin', createdAt: now });
  for (const id of readers)
    insertUser(db, { id, username: id, passwordHash: '-', role: 'reader', createdAt: now });
}

/**
 * Writes a database as a shop has it after years: most orders delivered, a few under way, some never paid and given
 * up, with their history and their mail, and nothing left for the worker to catch up on. The rows depend on their
 * number only, so that every run measures the same ones.
 */
export async function seedDatabase(path: string, count: number): Promise<SeededDatabase> {
  const db = openDatabase(path);
  const now = Date.now();
  addStaff(db, now);
  writePriceCents(db, 6_000, now);
  db.commits.close();
  if (count > 0) {
    fillInBulk(db.$client, () => {
      const insert = prepareInsert(db);
      for (let index = 0; index < count; index++) insert.run(orderRow(index, count, now));
    });
  }
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
        orderNumber(Math.floor(count / 2)),
        orderNumber(1).slice(0, 7),
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

function prepareInsert(db: Database) {
  const placeholder = sql.placeholder;
  return db
    .insert(orders)
    .values({
      id: placeholder('id'),
      orderNumber: placeholder('orderNumber'),
      status: placeholder('status'),
      paymentStatus: placeholder('paymentStatus'),
      readingType: placeholder('readingType'),
      customQuestion: placeholder('customQuestion'),
      backgroundContext: placeholder('backgroundContext'),
      customerName: placeholder('customerName'),
      customerEmail: placeholder('customerEmail'),
      searchText: placeholder('searchText'),
      readingAddresseeName: placeholder('readingAddresseeName'),
      amountCents: 6_000,
      paymentIntentId: placeholder('paymentIntentId'),
      createdAt: placeholder('createdAt'),
      paidAt: placeholder('paidAt'),
      dueAt: placeholder('dueAt'),
      deliveredAt: placeholder('deliveredAt'),
      assignedReaderId: placeholder('assignedReaderId'),
      assignedAt: placeholder('assignedAt'),
      abandonedAt: placeholder('abandonedAt'),
      erasedAt: placeholder('erasedAt'),
    })
    .prepare();
}

function orderRow(index: number, count: number, now: number): Record<string, unknown> {
  const paymentStatus = paymentStatusOf(index);
  const createdAt = now - (count - index) * minute;
  const isPaid = paymentStatus !== 'unpaid';
  const status = isPaid ? workStatusOf(index, count) : 'pending';
  const givenUpAt = !isPaid && createdAt < now - day ? createdAt + day : null;
  const erasedAt = givenUpAt && givenUpAt < now - 30 * day ? givenUpAt + 30 * day : null;
  return {
    id: randomUUID(),
    orderNumber: orderNumber(index),
    status,
    paymentStatus,
    readingType: pick(readingTypes, scatter(index + 2)),
    ...(erasedAt ? erasedCustomer(index) : customer(index)),
    paymentIntentId: `pi_seed_${index}`,
    createdAt,
    paidAt: isPaid ? createdAt + minute : null,
    dueAt: isPaid ? createdAt + 3 * day : null,
    deliveredAt: status === 'approved' ? createdAt + (index % 4) * day : null,
    assignedReaderId: isPaid ? pick(readers, index) : null,
    assignedAt: isPaid ? createdAt + minute : null,
    abandonedAt: givenUpAt,
    erasedAt,
  };
}

function customer(index: number) {
  const first = pick(firstNames, scatter(index));
  const name = index % rareEvery === 7 ? rareName : `${first} ${pick(lastNames, scatter(index + 1))}`;
  const email = `${name.toLowerCase().replaceAll(' ', '.')}${index}@customers.example`;
  const isOwnQuestion = pick(readingTypes, scatter(index + 2)) === 'other';
  return {
    customQuestion: isOwnQuestion ? question(scatter(index + 3)) : null,
    backgroundContext: index % 5 < 3 ? background(scatter(index + 4)) : null,
    customerName: name,
    customerEmail: email,
    searchText: searchTextOf(name, email, orderNumber(index)),
    readingAddresseeName: first,
  };
}

/** What is left of the customer of an order that was given up: the service would erase it as soon as it runs. */
function erasedCustomer(index: number) {
  return {
    customQuestion: null,
    backgroundContext: null,
    customerName: 'Erased',
    customerEmail: '',
    searchText: orderNumber(index).toLowerCase(),
    readingAddresseeName: 'Erased',
  };
}

/** Work under way is always among the newest orders: here the last 200. */
function workStatusOf(index: number, count: number): OrderStatus {
  if (index < count - 200) return 'approved';
  return pick(['pending', 'pending', 'reading_uploaded', 'approved', 'rejected'], scatter(index));
}

function paymentStatusOf(index: number): PaymentStatus {
  const percent = scatter(index + 5) % 100;
  if (percent < 8) return 'unpaid';
  if (percent < 10) return 'refunded';
  return percent === 10 ? 'partially_refunded' : 'paid';
}

/** @returns a different order number for every index below 2^30 */
function orderNumber(index: number): string {
  let rest = scatter(index) % 2 ** 30;
  let text = '';
  for (let i = 0; i < 6; i++) {
    text += orderNumberAlphabet[rest % 32];
    rest = Math.floor(rest / 32);
  }
  return `CT-${text}`;
}

/** @returns a number that looks random; its last 30 bits differ for all indexes below 2^30 (odd factor) */
function scatter(index: number): number {
  return Math.imul(index, 2_654_435_769) >>> 0;
}

function pick<T>(list: readonly T[], number: number): T {
  // The lower bits of `scatter` are regular.
  const item = list[(number >>> 7) % list.length] ?? list[0];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}
