import type { TestApp } from './test-app.ts';

const numbers =
  'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)';
const day = 86_400_000;

/**
 * Gives a shop that has an admin and readers the past of years: 20,000 orders, most of them delivered, one in ten
 * never paid, and all that comes with them. Tables that triggers fill are left alone.
 */
export function makeLarge(app: TestApp): void {
  const db = app.db.$client;
  const readers = db.prepare("SELECT id FROM users WHERE role = 'reader'").pluck().all();
  const given = { now: app.clock.now(), day, first: readers[0], second: readers[1] };
  const triggers = db.prepare<[], { name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'orders'",
  );
  const run = (statement: string) =>
    db.prepare(`INSERT INTO ${statement.replace('SELECT', `${numbers} SELECT`)} FROM numbers`).run(given);
  db.transaction(() => {
    const paused = triggers.all();
    for (const { name } of paused) db.exec(`DROP TRIGGER ${name}`);
    run(`orders (id, order_number, status, payment_status, reading_type, customer_name, customer_email,
        reading_addressee_name, search_text, amount_cents, payment_intent_id, created_at, paid_at, due_at, delivered_at,
        assigned_reader_id, assigned_at)
      SELECT 'order-' || n, 'CT-' || n,
        CASE WHEN n % 10 = 0 OR n > 19900 THEN 'pending' WHEN n > 19800 THEN 'reading_uploaded' ELSE 'approved' END,
        CASE WHEN n % 10 = 0 THEN 'unpaid' ELSE 'paid' END, 'careerPath', 'Maya ' || n, 'maya' || n || '@x.example',
        'Maya', 'maya' || n, 6000, 'pi_old_' || n, :now - (20000 - n) * 600000, :now - (20000 - n) * 600000,
        :now - (20000 - n) * 600000 + 3 * :day, CASE WHEN n < 19800 THEN :now - (20000 - n) * 600000 + :day END,
        CASE n % 2 WHEN 0 THEN :first ELSE :second END, :now - (20000 - n) * 600000`);
    for (const { sql } of paused) db.exec(sql);
    run(`order_events (order_id, type, actor, data, created_at)
      SELECT 'order-' || n, CASE n % 3 WHEN 0 THEN 'order_placed' ELSE 'reading_submitted' END, 'system', '{}', n`);
    run(`order_links (id, order_id, expires_at) SELECT 'link-' || n, 'order-' || n, :now + n`);
    for (const table of ['order_notes', 'customer_notes']) {
      run(`${table} (id, order_id, author_id, text, created_at)
        SELECT 'note-' || n, 'order-' || n, :first, 'Wants it short.', n`);
    }
    run(`order_page_views (order_id, shown, count, first_at, last_at) SELECT 'order-' || n, 'news', 1, n, n`);
    run(`outbox (kind, message_id, order_id, user_id, to_name, to_address, state, next_attempt_at, created_at)
      SELECT CASE n % 2 WHEN 0 THEN 'order_confirmation' ELSE 'due_soon' END, 'mail-' || n, 'order-' || n,
        CASE n % 2 WHEN 1 THEN :first END, '', 'x@x.example', 'sent', n, n`);
    run(`readings (id, order_id, content, created_at, submitted_at)
      SELECT 'reading-' || n, 'order-' || n, 'The Star', n, n`);
    run(
      `reading_revisions (reading_id, revision, content, created_at) SELECT 'reading-' || n, 1, 'The Star', n`,
    );
    run(`reading_drafts (order_id, author_id, content, internal_notes, version, saved_at)
      SELECT 'order-' || n, :first, 'The Star', '', 1, n`);
    run(`stripe_events (id, type, payment_id, card, received_at)
      SELECT 'evt_old_' || n, 'payment_intent.succeeded', 'pi_old_' || n, CASE n % 20 WHEN 0 THEN 'card-' || n END, n`);
    run(`audit (at, actor_name, kind, action, subject_kind, subject_id, subject_label, details, words)
      SELECT :now - n, 'boss', 'money', 'price_changed', 'settings', 'price', 'Price', '{}', 'boss price changed'`);
    run(`stray_payments (payment_intent_id, amount_cents, seen_at) SELECT 'stray-' || n, 1, n`);
    run(`missed_webhooks (payment_intent_id, found_at) SELECT 'pi_old_' || n, n`);
    run(`refunds (id, order_id, stripe_id, amount_cents, status, created_at)
      SELECT 'refund-' || n, 'order-' || n, 're_old_' || n, 1, 'succeeded', n`);
    run(`disputes (id, order_id, status, reason, amount_cents, withdrawn_cents, created_at)
      SELECT 'dp_' || n, 'order-' || n, 'lost', 'fraudulent', 1, 1, n`);
    run(`payment_warnings (id, order_id, kind, reason, is_open, created_at)
      SELECT 'issfr_' || n, 'order-' || n, 'fraud_warning', 'x', 0, n`);
    run(
      `checkouts (id, payment_intent_id, amount_cents, created_at) SELECT 'checkout-' || n, 'begun-' || n, 6000, n`,
    );
    run(`checkout_orders (order_id, checkout_id) SELECT 'order-' || n, 'checkout-' || n`);
    run(
      `payment_origins (payment_intent_id, checkout_id, address) SELECT 'begun-' || n, 'checkout-' || n, 'a' || n`,
    );
    run(`password_resets (id, user_id, expires_at) SELECT 'reset-' || n, :first, :now + n`);
    run(`sessions (id, user_id, expires_at, created_at) SELECT 'session-' || n, :first, n, n`);
    run(`rate_limits (key, points, expire) SELECT 'limit-' || n, 1, n`);
  })();
}
