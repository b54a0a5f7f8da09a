import { insertYears } from '../sample-shop/years.ts';
import type { TestApp } from './test-app.ts';

/** Gives a shop that has an admin and readers 20,000 orders and rows in all other tables that grow. */
export function makeLarge(app: TestApp): void {
  const db = app.db.$client;
  const readers = db.prepare<[], string>("SELECT id FROM users WHERE role = 'reader'").pluck().all();
  const [first, ...others] = readers;
  if (first === undefined) throw new Error('A shop of years has readers.');
  const before = db.prepare('SELECT ifnull(max(seq), 0) FROM orders').pluck().get();
  const given = { now: app.clock.now(), first, before };
  const source = '(SELECT id, seq AS n, payment_intent_id AS payment FROM orders WHERE seq > :before)';
  const run = (statement: string) => db.prepare(`INSERT INTO ${statement} FROM ${source}`).run(given);
  db.transaction(() => {
    insertYears(app.db, { count: 20_000, now: given.now, readers: [first, ...others] });
    run(`order_events (order_id, type, actor, data, created_at)
      SELECT id, CASE n % 3 WHEN 0 THEN 'order_placed' ELSE 'reading_submitted' END, 'system', '{}', n`);
    run(`order_links (id, order_id, expires_at) SELECT 'link-' || n, id, :now + n`);
    run(`customer_notes (id, order_id, author_id, text, created_at)
      SELECT 'note-' || n, id, :first, 'Wants it short.', n`);
    run(`order_page_views (order_id, shown, count, first_at, last_at) SELECT id, 'news', 1, n, n`);
    run(`outbox (kind, message_id, order_id, user_id, to_name, to_address, state, next_attempt_at, created_at)
      SELECT CASE n % 2 WHEN 0 THEN 'order_confirmation' ELSE 'due_soon' END, 'mail-' || n, id,
        CASE n % 2 WHEN 1 THEN :first END, '', 'x@x.example', 'sent', n, n`);
    run(`readings (id, order_id, content, created_at, submitted_at)
      SELECT 'reading-' || n, id, 'The Star', n, n`);
    run(
      `reading_revisions (reading_id, revision, content, created_at) SELECT 'reading-' || n, 1, 'The Star', n`,
    );
    run(`reading_drafts (order_id, author_id, content, version, saved_at)
      SELECT id, :first, 'The Star', 1, n`);
    run(`stripe_events (id, type, payment_id, card, received_at)
      SELECT 'evt_old_' || n, 'payment_intent.succeeded', payment, CASE n % 20 WHEN 0 THEN 'card-' || n END, n`);
    run(`audit (at, actor_name, kind, action, subject_kind, subject_id, subject_label, details, words)
      SELECT :now - n, 'boss', 'money', 'price_changed', 'settings', 'price', 'Price', '{}', 'boss price changed'`);
    run(`stray_payments (payment_intent_id, amount_cents, seen_at) SELECT 'stray-' || n, 1, n`);
    run(`missed_webhooks (payment_intent_id, found_at) SELECT payment, n`);
    run(`refunds (id, order_id, stripe_id, amount_cents, status, created_at)
      SELECT 'refund-' || n, id, 're_old_' || n, 1, 'succeeded', n`);
    run(`disputes (id, order_id, status, reason, amount_cents, withdrawn_cents, created_at)
      SELECT 'dp_' || n, id, 'lost', 'fraudulent', 1, 1, n`);
    run(`payment_warnings (id, order_id, kind, reason, is_open, created_at)
      SELECT 'issfr_' || n, id, 'fraud_warning', 'x', 0, n`);
    run(
      `checkouts (id, payment_intent_id, amount_cents, created_at) SELECT 'checkout-' || n, 'begun-' || n, 6000, n`,
    );
    run(`checkout_orders (order_id, checkout_id) SELECT id, 'checkout-' || n`);
    run(
      `payment_origins (payment_intent_id, checkout_id, address) SELECT 'begun-' || n, 'checkout-' || n, 'a' || n`,
    );
    run(`password_resets (id, user_id, expires_at) SELECT 'reset-' || n, :first, :now + n`);
    run(`sessions (id, user_id, expires_at, created_at) SELECT 'session-' || n, :first, n, n`);
    run(`rate_limits (key, points, expire) SELECT 'limit-' || n, 1, n`);
  })();
}
