import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { addSignedIn } from '../tests/kit/builders.ts';
import { createOldDatabase } from '../tests/kit/old-database.ts';
import { folderOfFile } from '../tests/kit/temporary-folder.ts';
import { createTestApp } from '../tests/kit/test-app.ts';

/* Migration 0035: the notes on an order, those of its drafts and those of its reading become one text of the order. */

const root = folderOfFile();
const at = (time: string) => Date.parse(`2026-11-${time}Z`);

/** A database from before, with some orders more. */
function openOld(name: string) {
  const path = join(root, `${name}.db`);
  createOldDatabase(path, '0034_lean-list');
  const db = new Sqlite(path);
  const number = db.prepare<[], number>('SELECT max(seq) FROM orders').pluck();
  const order = db.prepare(`INSERT INTO orders (id, order_number, reading_type, customer_name, customer_email,
    reading_addressee_name, amount_cents, created_at) VALUES (?, ?, 'careerPath', 'Ana', 'ana@example.com', 'Ana', 6000, 0)`);
  const user = db.prepare(
    `INSERT INTO users (id, username, password_hash, role, created_at) VALUES (?, ?, '', ?, 0)`,
  );
  user.run('boss', 'boss', 'admin');
  user.run('rita', 'rita', 'reader');
  user.run('omar', 'omar', 'reader');
  let notes = 0;
  return {
    path,
    db,
    order(id: string) {
      order.run(id, `CT-N${(number.get() ?? 0) + 1}`);
    },
    note(orderId: string, author: string, time: string, text: string) {
      notes += 1;
      db.prepare('INSERT INTO order_notes VALUES (?, ?, ?, ?, ?)').run(
        `n${notes}`,
        orderId,
        author,
        text,
        at(time),
      );
    },
    reading(orderId: string, internalNotes: string | null) {
      db.prepare(`INSERT INTO readings (id, order_id, content, internal_notes, created_at, submitted_at)
        VALUES (?, ?, 'The Star', ?, 0, 0)`).run(`r-${orderId}`, orderId, internalNotes);
    },
    draft(orderId: string, author: string, time: string, internalNotes: string) {
      db.prepare(`INSERT INTO reading_drafts (order_id, author_id, content, internal_notes, version, saved_at)
        VALUES (?, ?, 'The', ?, 1, ?)`).run(orderId, author, internalNotes, at(time));
    },
  };
}

function migrate(path: string) {
  const app = createTestApp({ databasePath: path });
  const notes = app.db.$client.prepare<[string], string | null>(
    'SELECT internal_notes FROM orders WHERE id = ?',
  );
  return { app, notesOf: (orderId: string) => notes.pluck().get(orderId) };
}

test('keeps every note uncut with author role and time', () => {
  const old = openOld('kinds');
  const long = 'x'.repeat(2_000);
  for (const id of ['none', 'talk', 'written', 'begun', 'revised', 'handed-on', 'deleted']) old.order(id);
  old.note('talk', 'rita', '20T09:15', 'Which deck?');
  old.note('talk', 'boss', '20T10:00', `Marseille.\n${long}`);
  old.note('talk', 'rita', '21T00:01', long);
  old.reading('written', 'A careful one.');
  old.note('written', 'boss', '20T10:00', 'Check the name.');
  old.draft('begun', 'rita', '20T10:00', ' Ask about the navy.\n');
  old.reading('revised', 'A careful one.');
  old.draft('revised', 'rita', '20T10:00', 'A careful one. Check again.');
  old.draft('handed-on', 'rita', '19T10:00', 'Rita’s own.');
  old.draft('handed-on', 'omar', '20T10:00', 'Omar’s own.');
  old.note('handed-on', 'boss', '18T10:00', 'Short, please.');
  old.reading('deleted', null);
  old.note('deleted', 'boss', '20T10:00', 'Wrong person.');
  old.db.prepare("UPDATE orders SET deleted_at = 1 WHERE id = 'deleted'").run();
  const mail =
    old.db.prepare(`INSERT INTO outbox (kind, message_id, order_id, user_id, to_name, to_address, state,
    next_attempt_at, created_at) VALUES (?, ?, 'talk', 'boss', '', '', 'queued', 0, 0)`);
  for (const kind of ['note_from_admin', 'note_from_reader', 'due_soon']) mail.run(kind, kind);
  old.db.close();

  const { app, notesOf } = migrate(old.path);
  expect(notesOf('none')).toBeNull();
  expect(notesOf('talk')).toBe(
    [
      'Reader, 2026-11-20 09:15 UTC: Which deck?',
      `Admin, 2026-11-20 10:00 UTC: Marseille.\n${long}`,
      `Reader, 2026-11-21 00:01 UTC: ${long}`,
    ].join('\n\n'),
  );
  expect(notesOf('written')).toBe('A careful one.\n\nAdmin, 2026-11-20 10:00 UTC: Check the name.');
  expect(notesOf('begun')).toBe('Ask about the navy.');
  expect(notesOf('revised')).toBe('A careful one. Check again.');
  expect(notesOf('handed-on')).toBe(
    [
      'Omar’s own.',
      'Admin, 2026-11-18 10:00 UTC: Short, please.',
      'Reader, 2026-11-19 10:00 UTC: Rita’s own.',
    ].join('\n\n'),
  );
  expect(notesOf('deleted')).toBe('Admin, 2026-11-20 10:00 UTC: Wrong person.');
  const queued = "SELECT kind FROM outbox WHERE order_id = 'talk' AND state = 'queued'";
  expect(app.db.$client.prepare(queued).pluck().all()).toEqual(['due_soon']);
});

test('keeps the longest possible notes editable', async () => {
  const old = openOld('most');
  old.order('most');
  old.reading('most', 'r'.repeat(10_000));
  for (let n = 0; n < 200; n += 1) old.note('most', 'rita', '20T10:00', 'x'.repeat(2_000));
  old.db.close();
  const { app, notesOf } = migrate(old.path);
  const notes = notesOf('most') ?? '';
  expect(notes.match(/x{2000}/g)).toHaveLength(200);
  const admin = await addSignedIn(app, 'chief', 'admin');
  const more = { internalNotes: `${notes}\nAnd one.`, notesSeen: notes };
  expect((await admin.put('/api/orders/most/notes', more)).status).toBe(200);
});

test('restores no notes of an erased person', () => {
  const old = openOld('erased');
  old.order('erased');
  old.reading('erased', null);
  old.db
    .prepare(
      "UPDATE orders SET erased_at = 1, customer_name = 'Erased', customer_email = '' WHERE id = 'erased'",
    )
    .run();
  old.db.close();
  expect(migrate(old.path).notesOf('erased')).toBeNull();
});
