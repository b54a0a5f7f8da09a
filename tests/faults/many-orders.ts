import { openDatabase } from '../../db/client.ts';

/** An order whose reading was rewritten more often than anybody does it. */
export const rewrittenOrder = 'order-20';

const day = 86_400_000;
const readingText = 'The Star speaks of patience, and the Moon of what is not yet seen. '.repeat(70);

/** Every fifth order is open: with its reader, under review, or rejected. */
const statusOf = `CASE WHEN n % 5 > 0 THEN 'approved' WHEN n % 3 = 0 THEN 'pending'
  WHEN n % 3 = 1 THEN 'rejected' ELSE 'reading_uploaded' END`;

/**
 * Fills the database of a service that has people in it with the orders of years, half of them each reader's: a
 * reading of some 800 words in each that is not pending, and with most of what is late.
 */
export function fillWithOrders(databasePath: string, count: number): void {
  const db = openDatabase(databasePath).$client;
  // The service is at work on the same file, and a disk that is busy takes its time.
  db.pragma('busy_timeout = 30000');
  const readers = db.prepare("SELECT id FROM users WHERE role = 'reader' ORDER BY username").pluck().all();
  const numbers =
    'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :count)';
  const given = { count, first: readers[0], second: readers[1], now: Date.now(), day, text: readingText };
  const run = (statement: string) => db.prepare(`${numbers} ${statement}`).run(given);
  db.transaction(() => {
    run(`INSERT INTO orders (id, order_number, status, payment_status, reading_type, custom_question,
        background_context, customer_name, customer_email, canonical_email, reading_addressee_name, search_text, amount_cents, created_at, paid_at,
        due_at, delivered_at, assigned_reader_id, assigned_at)
      SELECT 'order-' || n, printf('CT-%06d', n), ${statusOf}, 'paid', 'other', 'Which way should I go from here?',
        substr(:text, 1, 400), 'Maya Lindqvist ' || n, 'maya' || n || '@customers.example', 'maya' || n || '@customers.example', 'Maya',
        printf('maya lindqvist %d%smaya%d@customers.example%sct-%06d', n, char(10), n, char(10), n), 6000,
        :now - (:count - n) * 60000, :now - (:count - n) * 60000, :now - (:count - n) * 60000 + 3 * :day,
        CASE WHEN n % 5 > 0 THEN :now - (:count - n) * 60000 + :day END,
        CASE n % 2 WHEN 0 THEN :first ELSE :second END, :now - (:count - n) * 60000
      FROM numbers`);
    run(`INSERT INTO readings (id, order_id, content, internal_notes, revision, created_at, submitted_at, approved_at)
      SELECT 'reading-' || n, 'order-' || n, :text, 'Drawn twice.', 1, :now, :now, CASE WHEN n % 5 > 0 THEN :now END
      FROM numbers WHERE ${statusOf} <> 'pending'`);
    run(`INSERT INTO reading_revisions (reading_id, revision, content, author_id, created_at)
      SELECT 'reading-20', n, substr(replace(hex(zeroblob(50)), '0', :text), 1, 50000), :first, :now FROM numbers
      WHERE n <= 200`);
    run(`INSERT INTO order_events (order_id, type, actor, data, created_at)
      SELECT '${rewrittenOrder}', 'notes_edited', 'admin', '{}', :now FROM numbers`);
  })();
  db.exec('ANALYZE');
  db.close();
}
