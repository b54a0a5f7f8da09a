import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readCustomerOrder } from '../src/server/aftercare/order-page/customer-order.ts';
import { listOrdersToAnswer } from '../src/server/orders/messages/message-repository.ts';
import { createOrderLink } from '../src/server/orders/order-links.ts';
import { browserOf, storedOrder } from '../tests/kit/builders.ts';
import { createOldDatabase } from '../tests/kit/old-database.ts';
import { folderOfFile } from '../tests/kit/temporary-folder.ts';
import { createTestApp } from '../tests/kit/test-app.ts';
import { messages, outbox, users } from './schema.ts';

/* Migration 0047: questions, answers and problems become the messages of one conversation. */

const root = folderOfFile();
const admin = {
  ...({ id: 'id-of-admin', username: 'admin', role: 'admin' } as const),
  ...{ writes: false, displayName: null },
} as const;

/** A database from before, with a paid order `a` and no conversation; `fill` writes into it. */
function migrate(name: string, fill: (db: Sqlite.Database) => void) {
  const path = join(root, `${name}.db`);
  createOldDatabase(path, '0034_lean-list');
  const db = new Sqlite(path);
  db.exec(`DELETE FROM outbox; DELETE FROM customer_questions; DELETE FROM order_problems;
    INSERT INTO orders (id, order_number, reading_type, customer_name, customer_email, reading_addressee_name,
      amount_cents, payment_status, assigned_reader_id, created_at, paid_at)
    VALUES ('a', 'CT-A', 'careerPath', 'Ana', 'ana@example.com', 'Ana', 6000, 'paid', 'id-of-reader1', 1, 1)`);
  fill(db);
  db.close();
  return createTestApp({ databasePath: path });
}

test('keeps every question, answer and problem in chronological order', async () => {
  const app = migrate('conversation', (db) => {
    db.exec(`INSERT INTO customer_questions (id, order_id, asked_by_id, question, asked_at, due_at, answer, closed_at, reminded_at)
      VALUES ('q1', 'a', 'id-of-reader1', 'Which job?', 10, 99, 'The first.', 20, NULL),
        ('q2', 'a', 'id-of-admin', 'Which deck?', 30, 99, NULL, 40, 35),
        ('q3', 'a', 'id-of-reader1', 'Which city?', 60, 99, NULL, NULL, NULL);
      INSERT INTO order_problems (id, order_id, words, told_at, answer_by, closed_at, closed_by_id)
      VALUES ('p1', 'a', 'My name is wrong.', 15, 55, 16, 'id-of-admin'), ('p2', 'a', 'It still is.', 50, 70, NULL, NULL)`);
  });
  const rows = app.db
    .select()
    .from(messages)
    .where(eq(messages.orderId, 'a'))
    .orderBy(asc(messages.createdAt));
  const none = {
    dueAt: null,
    remindedAt: null,
    answerBy: null,
    closedAt: null,
    authorId: null,
    isForAdmins: false,
  };
  const asked = { ...none, kind: 'question', sender: 'shop', authorId: 'id-of-reader1', dueAt: 99 };
  const told = { ...none, kind: 'problem', sender: 'customer', isForAdmins: true };
  const answer = { ...none, kind: 'answer', sender: 'customer' };
  expect(rows.all()).toMatchObject([
    { ...asked, id: 'q1', text: 'Which job?', createdAt: 10, closedAt: 20 },
    { ...told, id: 'p1', text: 'My name is wrong.', createdAt: 15, closedAt: 16, answerBy: 55 },
    { ...answer, id: 'q1-answer', text: 'The first.', createdAt: 20 },
    { ...asked, id: 'q2', authorId: admin.id, createdAt: 30, closedAt: 40, remindedAt: 35 },
    { ...told, id: 'p2', text: 'It still is.', createdAt: 50, answerBy: 70 },
    { ...asked, id: 'q3', text: 'Which city?', createdAt: 60 },
  ]);
  expect(listOrdersToAnswer(app.db, 9)).toEqual([{ id: 'a', orderNumber: 'CT-A', answerBy: 70 }]);
  const token = createOrderLink(app.context, 'a').split('/').at(-1) ?? '';
  const shown = ['Which job?', 'My name is wrong.', 'The first.', 'It still is.', 'Which city?'];
  const thread = { isAsked: true, messages: shown.map((text) => ({ text })) };
  expect(readCustomerOrder(app.context, token)).toMatchObject({ state: 'waiting', thread });
});

test('lets an old question be closed', async () => {
  const app = migrate('open', (db) => {
    db.exec(`INSERT INTO customer_questions (id, order_id, asked_by_id, question, asked_at, due_at)
      VALUES ('q1', 'a', 'id-of-reader1', 'Which job?', 10, 99)`);
  });
  const desk = await browserOf(app, admin);
  expect((await desk.put('/api/messages/q1/close')).status).toBe(200);
  expect(storedOrder(app, 'a').dueAt).not.toBeNull();
});

test('keeps muted notices and queued mails', () => {
  const app = migrate('notices', (db) => {
    const mute = db.prepare('UPDATE users SET muted_notices = ? WHERE id = ?');
    mute.run('["due_soon","answer_for_reader"]', 'id-of-reader1');
    mute.run('["answer_for_admin","mail_failed","problem_for_admin"]', admin.id);
    db.exec(`INSERT INTO users (id, username, password_hash, role, muted_notices, created_at)
      VALUES ('half', 'half', '', 'admin', '["problem_for_admin"]', 1)`);
    const mail =
      db.prepare(`INSERT INTO outbox (message_id, kind, order_id, user_id, to_name, to_address, state,
      next_attempt_at, created_at) VALUES (?, ?, 'a', 'id-of-admin', '', 'a@b.example', 'queued', 1, 1)`);
    for (const kind of ['answer_for_reader', 'answer_for_admin', 'problem_for_admin', 'reading_submitted'])
      mail.run(`<${kind}@x>`, kind);
  });
  const people = app.db.select().from(users).all();
  expect(Object.fromEntries(people.map(({ id, mutedNotices }) => [id, mutedNotices]))).toMatchObject({
    'id-of-reader1': ['due_soon', 'message_for_reader'],
    'id-of-admin': ['mail_failed', 'message_for_admin'],
    half: [],
  });
  const mails = app.db.select().from(outbox).all();
  const kinds = ['message_for_reader', 'message_for_admin', 'message_for_admin', 'reading_submitted'];
  expect(mails.map(({ kind }) => kind)).toEqual(kinds);
});
