import { expect, test } from 'vitest';
import { indexReadings } from '../src/server/process/index-readings.ts';
import { addSignedIn, orderIn } from '../src/testing/builders.ts';
import { createTestApp } from '../src/testing/test-app.ts';
import { type Database, openDatabase, writeNow } from './client.ts';

const readings = 45;

/** A shop whose readings are in no index as yet, as a new version finds it. */
async function createOldShop(): Promise<Database> {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  for (let n = 0; n < readings; n += 1) await orderIn(app, 'reading_uploaded', admin.person);
  app.db.commits.close();
  const { $client: client } = app.db;
  client.exec(`INSERT INTO readings_search (readings_search) VALUES ('delete-all');
    UPDATE readings SET content = 'The Łighthouse'`);
  expect(countWaiting(app.db)).toBe(readings);
  return openDatabase(client.serialize());
}

function countWaiting({ $client }: Database) {
  return $client.prepare('SELECT count(*) FROM readings_to_index').pluck().get();
}

function countFound({ $client }: Database) {
  const found = $client.prepare('SELECT count(*) FROM readings_search WHERE readings_search MATCH ?');
  return found.pluck().get('lighthouse');
}

function write(db: Database) {
  writeNow(db, () => db.$client.exec("UPDATE users SET username = 'chief'"));
  db.commits.close();
}

const running = new AbortController().signal;

test('a start does not wait for readings to be put into the index; they are put in while others go on', async () => {
  const db = await createOldShop();
  expect([countWaiting(db), countFound(db)]).toEqual([readings, 0]);
  const after: unknown[] = [];
  await indexReadings({ db }, running, () => after.push(countWaiting(db)));
  expect([countWaiting(db), countFound(db)]).toEqual([0, readings]);
  expect(after.length).toBeGreaterThan(3);
});

test('a service that stops leaves the rest for later', async () => {
  const db = await createOldShop();
  const stop = new AbortController();
  await indexReadings({ db }, stop.signal, () => stop.abort());
  expect(countFound(db)).toBeGreaterThan(0);
  expect(countFound(db)).toBeLessThan(readings);
  await indexReadings({ db }, running, () => {});
  expect(countFound(db)).toBe(readings);
});

test('each commit puts in some of them, those of the newest orders first', async () => {
  const db = await createOldShop();
  write(db);
  const newest = 'SELECT max(seq) FROM orders';
  expect(db.$client.prepare(`SELECT 1 FROM readings_to_index WHERE seq = (${newest})`).get()).toBeUndefined();
  expect(countFound(db)).toBe(5);
});

test('an index that cannot be written loses nothing else, and is told of', async () => {
  const db = await createOldShop();
  db.$client.exec('DROP TABLE readings_search; CREATE TABLE readings_search (words CHECK (words IS NULL))');
  const waiting = countWaiting(db);
  write(db);
  expect(db.$client.prepare('SELECT username FROM users').pluck().all()).toEqual(['chief']);
  expect(countWaiting(db)).toBe(waiting);
  await expect(indexReadings({ db }, running, () => {})).rejects.toThrow('CHECK');
});

test('a full disk is told as one, and loses the turn: SQLite may have ended its transaction', async () => {
  const db = await createOldShop();
  const words = Array.from({ length: 40_000 }, (_, n) => `word${n}`).join(' ');
  db.$client.prepare('UPDATE readings SET content = ?').run(words);
  const limitPages = (pages: unknown) => db.$client.pragma(`max_page_count = ${pages}`);
  limitPages(db.$client.pragma('page_count', { simple: true }));
  expect(() => write(db)).toThrow('full');
  expect(db.$client.prepare('SELECT username FROM users').pluck().all()).toEqual(['boss']);
  limitPages(4294967294);
  write(db);
  expect(db.$client.prepare('SELECT username FROM users').pluck().all()).toEqual(['chief']);
});
