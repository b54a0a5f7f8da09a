import { openDatabase } from '../../db/client.ts';
import { insertYears } from '../../src/demo/sample-shop/years.ts';
import { systemRandom } from '../../src/server/base/random.ts';
import { seedDemoAccounts } from '../../src/server/people/demo-accounts.ts';

/** The rows of an order that was placed, and of one that was paid. Sent mail is deleted after half a year. */
const history = [
  `INSERT INTO order_events (order_id, type, actor, data, created_at)
    SELECT id, 'order_placed', 'customer', '{}', created_at FROM orders`,
  `INSERT INTO order_events (order_id, type, actor, data, created_at)
    SELECT id, 'payment_succeeded', 'stripe', '{}', paid_at FROM orders WHERE paid_at IS NOT NULL`,
  `INSERT INTO outbox (kind, message_id, order_id, to_name, to_address, state, attempts, next_attempt_at, created_at, sent_at)
    SELECT 'order_confirmation', '<' || id || '@bench.example>', id, customer_name, customer_email, 'sent', 1, paid_at,
      paid_at, paid_at FROM orders WHERE paid_at > (SELECT max(created_at) FROM orders) - 180 * 86400000`,
];

/** Creates a shop’s database with the demo’s accounts and the same orders each time. 200,000 take half a minute. */
export async function createDatabase(path: string, orders = 0): Promise<string> {
  const people = openDatabase(path);
  await seedDemoAccounts({ db: people, clock: Date, random: systemRandom });
  people.$client.close();
  if (orders === 0) return path;
  const db = openDatabase(path);
  const { $client: client } = db;
  const readers = client.prepare<[], string>("SELECT id FROM users WHERE role = 'reader'").pluck().all();
  const [first = '', ...others] = readers;
  // A file lost in a crash can be made again, so nothing waits for the disk.
  client.pragma('synchronous = OFF');
  client.pragma('journal_mode = OFF');
  client.pragma('cache_size = -500000');
  client.transaction(() => {
    insertYears(db, { count: orders, now: Date.now(), readers: [first, ...others] });
    for (const statement of history) client.exec(statement);
  })();
  client.pragma('journal_mode = WAL');
  client.close();
  return path;
}
