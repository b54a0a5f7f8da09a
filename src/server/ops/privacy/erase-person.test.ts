import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { writeNow } from '../../../../db/client.ts';
import { audit, outbox } from '../../../../db/schema.ts';
import {
  addSignedIn,
  orderIn,
  placeOrder,
  storedMail,
  storedOrder,
  timelineOf,
} from '../../../../tests/kit/builders.ts';
import { dumpDatabase, type Planted, plantPerson } from '../../../../tests/kit/planted-person.ts';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { createTestApp, type TestApp } from '../../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../../shared/error-body.ts';
import type { PersonErased, PersonFound } from '../../../shared/ops/privacy-schema.ts';
import { readCustomerOrder } from '../../aftercare/order-page/customer-order.ts';
import { runHousekeeping } from '../../app/jobs.ts';
import { commandLineActor } from '../../base/record-audit.ts';
import { createOrderLink } from '../../orders/order-links.ts';
import { updateOrderIf } from '../../orders/order-repository.ts';
import { erasePerson } from './erase-person.ts';
import { listPersonalRows } from './person-repository.ts';
import { personalData, personalTables } from './personal-data-repository.ts';

const folder = folderOfFile();

const address = 'maya.planted@customers.example';
const other = 'noor.planted@customers.example';

async function open(databasePath?: string) {
  const app = createTestApp(databasePath === undefined ? {} : { databasePath });
  const admin = await addSignedIn(app, 'boss', 'admin');
  const erase = (whose = address) =>
    admin.post<PersonErased & ErrorBody>('/api/privacy/erase', { address: whose, confirmation: 'erase' });
  const find = async () => (await admin.post<PersonFound>('/api/privacy/find', { address })).body;
  return { app, admin, erase, find };
}

/** Texts of a customer that are long enough to be found, without the letters that an index may share with others. */
function textsOf(planted: Planted[]): [column: string, text: string][] {
  return planted.flatMap(({ column, value }) =>
    typeof value === 'string' ? [[column, value.replace(/[[\]"]/g, '').slice(5)] as [string, string]] : [],
  );
}

const foundIn = (text: string, planted: Planted[]) =>
  textsOf(planted)
    .filter(([, part]) => text.includes(part))
    .map(([column]) => column);

/** The rows of an order's money and work, without anything personal. */
function recordOf(app: TestApp, orderId: string) {
  return personalTables
    .filter((name) => !personalData[name].deleted)
    .map((name) => {
      const records = (personalData[name].record ?? []).filter((column) => column !== 'erasedAt');
      const rows = listPersonalRows(app.db, name, orderId).filter(({ type }) => type !== 'customer_erased');
      return [name, rows.map((row) => records.map((column) => row[column]))];
    });
}

test('erases one person from every table and the file', async () => {
  const databasePath = join(folder, 'erase.db');
  const { app, erase } = await open(databasePath);
  const theirs = await plantPerson(app, address);
  const others = await plantPerson(app, other);
  // A long text fills pages of its own, which are free afterwards.
  app.db.$client.exec("UPDATE readings SET content = printf('%.20000c', 'x') || content");
  const columns = textsOf(theirs.planted).map(([column]) => column);
  expect(foundIn(dumpDatabase(app), theirs.planted)).toEqual(columns);
  const record = recordOf(app, theirs.orderId);

  const { body } = await erase(address.toUpperCase());
  expect(body).toEqual({ orderNumbers: [theirs.orderNumber], otherMails: 0 });
  expect(recordOf(app, theirs.orderId)).toEqual(record);
  expect(timelineOf(app, theirs.orderId).at(-1)).toBe('customer_erased');

  const left = dumpDatabase(app);
  expect(foundIn(left, theirs.planted)).toEqual([]);
  expect(left).not.toContain(address);
  const file = ['', '-wal'].map((end) => readFileSync(databasePath + end, 'latin1')).join('');
  expect(foundIn(file, theirs.planted)).toEqual([]);
  expect(file).not.toContain(address);
  const untouched = foundIn(left, others.planted);
  expect(untouched.length).toBeGreaterThan(25);
  expect(left).toContain(other);
  app.db.$client.close();
});

test('changes and logs nothing when a person is erased twice', async () => {
  const { app, erase } = await open();
  const { orderNumber } = await plantPerson(app, address);
  await erase();
  const before = dumpDatabase(app);
  expect((await erase()).body).toEqual({ orderNumbers: [], otherMails: 0 });
  expect(dumpDatabase(app)).toBe(before);
  expect(app.db.select().from(audit).all()).toMatchObject([
    { action: 'customer_erased', actorName: 'boss', subjectLabel: orderNumber, details: {} },
  ]);
});

test('erases none of a person’s orders when one of them fails', async () => {
  const { app, erase } = await open();
  const first = await plantPerson(app, address);
  const second = await plantPerson(app, address);
  const { $client } = app.db;
  $client.exec(`CREATE TRIGGER full BEFORE INSERT ON audit WHEN new.subject_id = '${second.orderId}'
    BEGIN SELECT RAISE(ABORT, 'The disk is full.'); END`);
  const before = dumpDatabase(app);
  await expect(erasePerson(app.context, commandLineActor, address)).rejects.toThrow('The disk is full.');
  expect(dumpDatabase(app)).toBe(before);
  $client.exec('DROP TRIGGER full');
  expect((await erase()).body.orderNumbers).toEqual([first.orderNumber, second.orderNumber]);
  const written = app.db.select().from(audit).all();
  expect(written.map(({ subjectId }) => subjectId)).toEqual([first.orderId, second.orderId]);
});

test('clears erased data from the write-ahead log at the next housekeeping', async () => {
  const databasePath = join(folder, 'read.db');
  const { app, erase } = await open(databasePath);
  await plantPerson(app, address);
  const reader = new Sqlite(databasePath, { readonly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM orders').get();
  await erase();
  const file = () => ['', '-wal'].map((end) => readFileSync(databasePath + end, 'latin1')).join('');
  expect(file()).toContain(address);
  reader.close();
  await runHousekeeping(app.context);
  expect(file()).not.toContain(address);
  app.db.$client.close();
});

test('shows an erased customer that the order is erased and refuses forms', async () => {
  const { app, erase } = await open();
  const { orderId, orderNumber } = await plantPerson(app, address);
  const token = createOrderLink(app.context, orderId).split('/').at(-1) ?? '';
  await erase();
  const page = readCustomerOrder(app.context, token, { isCustomer: true });
  expect(page).toMatchObject({ orderNumber, state: 'erased', sentTo: '', addresseeName: '', reading: null });
  const form = app.visitor({ 'content-type': 'application/x-www-form-urlencoded' });
  for (const [path, body] of [
    ['feedback', 'helped=yes&words=Good'],
    ['problem', 'words=Nothing+came'],
    ['withdrawal', ''],
  ]) {
    expect((await form.post(`/api/order-links/${token}/${path}`, body)).status).not.toBe(200);
  }
  expect(dumpDatabase(app)).not.toMatch(/Nothing came|Good/);
});

type Shop = Awaited<ReturnType<typeof open>>;

/** The card's bank reports a payment as fraud, now. */
function warn({ db, clock }: TestApp, orderId: string): void {
  const values = "'issfr_1', ?, 'early_fraud_warning', 'made_with_lost_card', 1, ?, NULL";
  db.$client.prepare(`INSERT INTO payment_warnings VALUES (${values})`).run(orderId, clock.now());
}

test.each([
  ['its money was refunded', "UPDATE orders SET payment_status = 'refunded'", 0],
  ['its dispute is over', 'UPDATE payment_warnings SET is_open = 0', 0],
  ['no dispute is possible', 'SELECT 1', 120],
])('allows erasure despite a fraud warning once %s', async (_, sql, days) => {
  const { app } = await open();
  const { orderId } = await plantPerson(app, address);
  warn(app, orderId);
  app.db.$client.exec(sql);
  const erase = () => erasePerson(app.context, commandLineActor, address);
  if (days > 0) {
    app.clock.advance(days * 86_400_000 - 1);
    await expect(erase()).rejects.toThrow('reported as fraud');
    app.clock.advance(1);
  }
  expect((await erase()).orderNumbers).toHaveLength(1);
});

const underWay: [what: string, bring: string | ((shop: Shop) => Promise<unknown>), why: RegExp][] = [
  ['is not written yet', ({ app }) => app.buy({ customerEmail: address }), /has not been sent yet/],
  [
    'is about to be sent',
    async ({ app, admin }) => {
      const { orderId } = await orderIn(app, 'approved', admin.person);
      writeNow(app.db, (tx) => updateOrderIf(tx, orderId, {}, { customerEmail: address }));
    },
    /on its way/,
  ],
  ['is disputed', "UPDATE orders SET dispute = 'open' WHERE id = ?", /a bank is questioning/],
  [
    'was reported as fraud',
    async ({ app }) => warn(app, (await plantPerson(app, address)).orderId),
    /reported as fraud/,
  ],
  [
    'has an unsettled withdrawal',
    'UPDATE withdrawals SET lifted_at = NULL, settled_at = NULL, due_minor = 6000 WHERE order_id = ?',
    /withdrawn/,
  ],
  ['has a pending refund', 'UPDATE orders SET refunding_minor = 6000 WHERE id = ?', /being refunded/],
];

test.each(underWay)('erases nothing and says what to do while one order %s', async (_, bring, why) => {
  const shop = await open();
  const { orderId } = await plantPerson(shop.app, address);
  if (typeof bring === 'string') shop.app.db.$client.prepare(bring).run(orderId);
  else await bring(shop);
  // This call renews the session.
  await shop.find();
  const before = dumpDatabase(shop.app);
  const message = expect.stringMatching(new RegExp(`^Nothing was erased\\. CT-.*${why.source}`));
  const error = { code: 'person_conflict', message };
  expect(await shop.erase()).toMatchObject({ status: 409, body: { error } });
  const obstacle = { orderNumber: expect.stringMatching(/^CT-/), why: expect.stringMatching(why) };
  expect((await shop.find()).obstacles).toEqual([obstacle]);
  expect(dumpDatabase(shop.app)).toBe(before);
});

test('cancels an open payment once no other order prevents the erasure', async () => {
  const { app, admin, erase } = await open();
  const { orderId, orderNumber, paymentIntentId } = await placeOrder(app, { customerEmail: address });
  const bought = await app.buy({ customerEmail: address });
  const payment = () => app.payments.find(paymentIntentId)?.status;
  const before = payment();
  expect([(await erase()).status, payment()]).toEqual([409, before]);
  // A deleted order is erased as well, and is not brought back.
  await admin.delete(`/api/orders/${bought.orderId}`);
  const { orderNumbers } = (await erase()).body;
  expect([...orderNumbers].sort()).toEqual([orderNumber, bought.orderNumber].sort());
  expect(payment()).toBe('canceled');
  expect(storedOrder(app, orderId)).toMatchObject({ customerEmail: '', customerName: 'Erased' });
  expect((await admin.put(`/api/orders/${bought.orderId}/restore`)).status).toBe(409);
});

test('deletes mails to an order’s former address and keeps the order', async () => {
  const { app, admin, erase, find } = await open();
  const { orderId } = await app.buy({ customerEmail: address });
  await app.sendMail();
  await admin.put(`/api/orders/${orderId}/email`, { email: other });
  await app.sendMail();
  // A notice to an admin who has the same address does not belong to the customer.
  const to = { kind: 'order_overdue' as const, messageId: '<notice@x>', userId: admin.person.id, toName: '' };
  const notice = { ...to, toAddress: address, nextAttemptAt: 0, createdAt: app.clock.now() };
  app.db.insert(outbox).values(notice).run();
  expect((await find()).counts).toMatchObject({ orders: 0, mails: 1 });
  expect((await erase()).body).toEqual({ orderNumbers: [], otherMails: 1 });
  expect(storedMail(app, orderId).map(({ toAddress }) => toAddress)).toEqual([other]);
  const ofAdmin = eq(outbox.userId, admin.person.id);
  expect(app.db.select().from(outbox).where(ofAdmin).all()).toHaveLength(1);
  expect(storedOrder(app, orderId).erasedAt).toBeNull();
});

test.each([
  ['waits to be sent', "UPDATE outbox SET state = 'queued' WHERE order_id = ?"],
  ['shows a bank what was delivered', "UPDATE orders SET dispute = 'open' WHERE id = ?"],
])('keeps a mail that %s, although the order has another address', async (_, change) => {
  const { app, admin, erase } = await open();
  const { orderId } = await app.buy({ customerEmail: address });
  await app.sendMail();
  await admin.put(`/api/orders/${orderId}/email`, { email: other });
  await app.sendMail();
  app.db.$client.prepare(change).run(orderId);
  expect((await erase()).body).toEqual({ orderNumbers: [], otherMails: 0 });
  expect(storedMail(app, orderId).map(({ toAddress }) => toAddress)).toEqual([address, other]);
});
