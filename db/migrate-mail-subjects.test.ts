import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { remindAboutLateReadings } from '../src/server/orders/messages/late-orders.ts';
import { writeReminders } from '../src/server/orders/reminders.ts';
import { mailAboutDispute, mailAboutRefund } from '../src/server/payments/mail-about-money.ts';
import { setTime } from '../tests/kit/dated-shop.ts';
import { createOldDatabase } from '../tests/kit/old-database.ts';
import { folderOfFile } from '../tests/kit/temporary-folder.ts';
import { createTestApp } from '../tests/kit/test-app.ts';
import { writeTransaction } from './client.ts';
import { outbox } from './schema.ts';

/* Migration 0046: what a mail is about moves from its Message-ID into columns. */

const root = folderOfFile();
const at = (time: string) => Date.parse(`2037-06-${time}Z`);
const endOf = (day: string) => at(`${day}T00:00`) + 86_400_000;

/** A database from before with three unwritten orders, `a`, `b` and `c`, due on June 4, and no mails. */
function openOld(name: string) {
  const path = join(root, `${name}.db`);
  createOldDatabase(path, '0034_lean-list');
  const db = new Sqlite(path);
  db.exec("DELETE FROM outbox; UPDATE users SET email = username || '@staff.example'");
  const order = db.prepare(`INSERT INTO orders (id, order_number, reading_type, customer_name, customer_email,
      reading_addressee_name, amount_cents, payment_status, assigned_reader_id, created_at, paid_at, due_at)
    VALUES (?, 'CT-' || ?, 'careerPath', 'Ana', 'ana@example.com', 'Ana', 6000, 'paid', 'id-of-reader1', 1, 1, ?)`);
  for (const id of ['a', 'b', 'c']) order.run(id, id, at('04T14:00'));
  const insert =
    db.prepare(`INSERT INTO outbox (kind, message_id, order_id, user_id, to_name, to_address, state,
      next_attempt_at, created_at) VALUES (?, ?, ?, ?, 'Ana', 'ana@example.com', ?, ?, ?)`);
  let ids = 0;
  return {
    path,
    db,
    /** @param id of the message; `?` in it is a new random id */
    mail(
      kind: string,
      id: string,
      more: { orderId?: string; userId?: string; state?: string; time?: string } = {},
    ) {
      const { orderId = 'a', userId = null, state = 'sent', time = '02T10:00' } = more;
      ids += 1;
      const random = `00000000-0000-7000-8000-${String(ids).padStart(12, '0')}`;
      const messageId = `<${id.replace('?', random)}@shop.example>`;
      insert.run(kind, messageId, orderId, userId, state, at(time), at(time));
      return messageId;
    },
    move(orderId: string, toDay: string, time: string) {
      const data = JSON.stringify({ fromDay: '2037-06-04', toDay });
      const event = db.prepare(
        "INSERT INTO order_events (order_id, type, actor, data, created_at) VALUES (?, 'day_moved', 'boss', ?, ?)",
      );
      return String(event.run(orderId, data, at(time)).lastInsertRowid);
    },
  };
}

function migrate(path: string) {
  const app = createTestApp({
    databasePath: path,
    now: '2037-06-02T11:00Z',
    env: { BUSINESS_TIMEZONE: 'UTC' },
  });
  return { app, mails: () => app.db.select().from(outbox).orderBy(asc(outbox.id)).all() };
}

test('reads the subject of every kind of mail from its Message-ID', () => {
  const old = openOld('kinds');
  const moves = [old.move('a', '2037-06-08', '02T09:00'), old.move('b', '2037-06-09', '02T09:30')];
  const none = { subjectId: null, subjectState: '', dueUntil: null, isRepeat: false };
  const about = (subjectId: string, more = {}) => ({ ...none, subjectId, ...more });
  const until = (dueUntil: number | null) => ({ ...none, dueUntil });
  const staff = { userId: 'id-of-admin' };
  const kinds: [string, string, object, Parameters<typeof old.mail>[2]?][] = [
    ['order_confirmation', '?', none],
    ['reading_delivery', '?', none],
    ['customer_question', '?', none],
    ['test_email', '?', none],
    ['order_assigned', '?', none, staff],
    ['refund_made', 'refund_made~r-1', about('r-1')],
    ['refund_made', '?~r-1', about('r-1', { isRepeat: true })],
    ['refund_made', '?~r-1', about('r-1', { isRepeat: true }), { state: 'queued' }],
    ['refund_failed', 'refund_failed~r-1', about('r-1')],
    ['dispute_closed', 'dispute_closed~du_1.lost', about('du_1', { subjectState: 'lost' })],
    ['dispute_closed', 'dispute_closed~du_1.won', about('du_1', { subjectState: 'won' })],
    ['dispute_closed', '?~du_1.won', about('du_1', { subjectState: 'won', isRepeat: true })],
    ['new_day', 'new_day~a.2037-06-08', about(moves[0] ?? '')],
    ['new_day', '?~a.2037-06-08', about(moves[0] ?? '', { isRepeat: true })],
    ['new_day', 'new_day~b.2037-06-09', about(moves[1] ?? ''), { orderId: 'b' }],
    ['due_soon', `?~2037-06-04.${endOf('04')}`, until(endOf('04')), { userId: 'id-of-reader1' }],
    ['order_overdue', `?~2037-06-04.${endOf('04')}`, until(endOf('04')), staff],
    ['reading_late', `?~2037-06-04.${endOf('04')}`, until(endOf('04')), staff],
    // The oldest notices named no day: told before the move, and of an order that never moved.
    ['due_soon', '?', until(null), { ...staff, time: '02T08:00' }],
    ['due_soon', '?', until(at('04T14:00') + 1), { ...staff, orderId: 'c' }],
  ];
  const messageIds = kinds.map(([kind, id, , more]) => old.mail(kind, id, more));
  old.db.close();
  const { mails } = migrate(old.path);
  expect(mails()).toMatchObject(kinds.map(([kind, , columns]) => ({ kind, ...columns })));
  expect(mails().map(({ messageId }) => messageId)).toEqual(messageIds);
});

test('sends no notice and no mail about money again after the upgrade', async () => {
  const old = openOld('once');
  const refund =
    old.db.prepare(`INSERT INTO refunds (id, order_id, stripe_id, amount_cents, status, created_at)
    VALUES (?, 'a', 're_' || ?, 100, 'succeeded', 1)`);
  for (const id of ['r-1', 'r-2']) refund.run(id, id);
  for (const orderId of ['a', 'b']) {
    // The notices of `b` are the oldest, without a day; `c` has none.
    const day = orderId === 'a' ? `?~2037-06-04.${endOf('04')}` : '?';
    old.mail('due_soon', day, { orderId, userId: 'id-of-reader1' });
    old.mail('order_overdue', day, { orderId, userId: 'id-of-admin' });
    old.mail('reading_late', day, { orderId, userId: 'id-of-admin' });
  }
  old.mail('refund_made', 'refund_made~r-1');
  old.mail('dispute_closed', 'dispute_closed~du_1.lost');
  old.db.close();
  const { app, mails } = migrate(old.path);
  const before = mails().length;
  for (const time of ['2037-06-03T15:00Z', '2037-06-04T15:00Z']) {
    setTime(app, time);
    await writeReminders(app.context);
    await remindAboutLateReadings(app.context);
  }
  await writeTransaction(app.db, (tx) => {
    for (const id of ['r-1', 'r-2'])
      mailAboutRefund(app.context, tx, { id, orderId: 'a', status: 'succeeded' }, 'pending');
    for (const id of ['du_1', 'du_2'])
      mailAboutDispute(app.context, tx, { id, orderId: 'a', status: 'lost' }, 'needs_response');
    mailAboutRefund(app.context, tx, { id: 'r-1', orderId: 'a', status: 'failed' }, 'succeeded');
  });
  const told = mails().slice(before);
  expect(told.filter(({ orderId }) => orderId === 'b')).toEqual([]);
  expect(told.filter(({ orderId }) => orderId === 'a')).toMatchObject([
    { kind: 'refund_made', subjectId: 'r-2' },
    { kind: 'dispute_closed', subjectId: 'du_2' },
    { kind: 'refund_failed', subjectId: 'r-1' },
  ]);
  const kindsOfC = told.filter(({ orderId }) => orderId === 'c').map(({ kind }) => kind);
  expect(kindsOfC.sort()).toEqual(['due_soon', 'order_overdue', 'reading_late']);
});

test('sends the mails that waited for the upgrade', async () => {
  const old = openOld('waiting');
  old.db.exec(`INSERT INTO refunds (id, order_id, stripe_id, amount_cents, status, created_at)
    VALUES ('r-1', 'a', 're_1', 100, 'succeeded', 1)`);
  old.move('a', '2037-06-04', '02T09:00');
  const waiting = { state: 'queued' };
  old.mail('refund_made', 'refund_made~r-1', waiting);
  old.mail('refund_made', '?~r-1', waiting);
  old.mail('refund_made', 'refund_made~gone', waiting);
  old.mail('new_day', 'new_day~a.2037-06-04', waiting);
  old.mail('due_soon', `?~2037-06-04.${endOf('04')}`, { ...waiting, userId: 'id-of-reader1' });
  old.mail('due_soon', `?~2037-06-03.${endOf('03')}`, { ...waiting, userId: 'id-of-reader1' });
  old.db.close();
  const { app, mails } = migrate(old.path);
  await app.sendMail();
  expect(mails().map(({ state }) => state)).toEqual(['sent', 'sent', 'canceled', 'sent', 'sent', 'canceled']);
});
