import type Sqlite from 'better-sqlite3';
import { days } from '../../../src/shared/durations.ts';
import type { Ledger } from './ledger.ts';
import { perConnection } from './per-connection.ts';

/** The oldest of what is kept for a while, and how many days old it may be: what is promised, and some more. */
const oldest: readonly { what: string; source: string; days: number }[] = [
  { what: 'an event', source: 'SELECT received_at FROM stripe_events ORDER BY rowid LIMIT 1', days: 35 },
  { what: 'a link', source: 'SELECT min(expires_at) FROM order_links', days: 5 },
  {
    what: 'a mail',
    // What was given up stays for as long as the alert names it; what a customer got before a dispute is evidence.
    source: `SELECT created_at FROM outbox WHERE CASE
        WHEN state = 'failed' THEN user_id IS NOT NULL OR order_id IS NULL
        WHEN state = 'queued' THEN 0
        ELSE user_id IS NOT NULL OR order_id IS NULL OR order_id NOT IN (SELECT order_id FROM disputes) END
      ORDER BY id LIMIT 1`,
    days: 190,
  },
];

/** Asks whether what waits for the service itself stands still, and whether what should be forgotten is there. */
export function createStanding({ ask }: Ledger) {
  const statementsOf = perConnection(prepare);

  /**
   * @param now in milliseconds since 1970
   * @param since what had begun before that should be over
   */
  return (client: Sqlite.Database, { now, since }: { now: number; since: number }): void => {
    const statements = statementsOf(client);
    const unfinished = statements.unfinishedRefunds.get(since);
    ask(
      'a refund that was asked for is made',
      unfinished === 0,
      () => `${unfinished} refunds have waited for an answer for hours`,
    );
    const left = statements.ordersLeft.get(since);
    ask(
      'an order is with somebody who can write it',
      left === 0,
      () => `${left} orders are with closed accounts`,
    );
    for (const { what, statement, days: most } of statements.oldest) {
      const at = (statement.get() as number | null | undefined) ?? now;
      ask('nothing grows without bound', at >= now - days(most), () => `${what} is there since ${at}`);
    }
  };
}

function prepare(client: Sqlite.Database) {
  return {
    unfinishedRefunds: client
      .prepare("SELECT count(*) FROM refunds WHERE status = 'asked' AND created_at < ?")
      .pluck(),
    ordersLeft: client
      .prepare(
        `SELECT count(*) FROM users JOIN orders ON orders.assigned_reader_id = users.id
          WHERE users.is_active = 0 AND payment_status IN ('paid', 'partially_refunded')
            AND status IN ('pending', 'rejected') AND deleted_at IS NULL AND hold IS NULL AND paid_at < ?`,
      )
      .pluck(),
    oldest: oldest.map(({ source, ...rest }) => ({ ...rest, statement: client.prepare(source).pluck() })),
  };
}

/** Asks whether the file is as SQLite and its own keys want it: that takes long. */
export function askWhetherWhole({ ask }: Ledger, client: Sqlite.Database): void {
  const integrity = client.pragma('integrity_check', { simple: true });
  ask('the file is whole', integrity === 'ok', () => String(integrity));
  const lonely = client.pragma('foreign_key_check') as { table: string }[];
  ask('the file is whole', lonely.length === 0, () => `a row of ${lonely[0]?.table} belongs to nothing`);
}
