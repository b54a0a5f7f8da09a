import type { OrderStatus } from '../../../src/shared/orders/order-status.ts';
import type { TestApp } from '../../../src/testing/test-app.ts';

/** An order as it is stored, with all that belongs to it. */
export interface Snapshot {
  order: {
    status: OrderStatus;
    payment_status: string;
    assigned_reader_id: string | null;
    deleted_at: number | null;
    internal_notes: string | null;
  };
  reading: {
    id: string;
    content: string;
    feedback: string | null;
    approved_at: number | null;
  } | null;
  /** Every text the reading ever had. */
  texts: string[];
  /** `what by whom`. */
  timeline: string[];
  deliveries: { id: number; state: string; message_id: string; next_attempt_at: number }[];
}

/**
 * Prepares the looking: it is done after every step of thousands of stories, and Drizzle would spend most of
 * their time on building the same queries again.
 */
export function createSnapshots({ db }: TestApp): (orderId: string) => Snapshot {
  const prepare = (sql: string) => db.$client.prepare(sql);
  const order = prepare('SELECT * FROM orders WHERE id = ?');
  const reading = prepare('SELECT * FROM readings WHERE order_id = ?');
  const texts = prepare(
    'SELECT content FROM reading_revisions WHERE reading_id = ? ORDER BY revision',
  ).pluck();
  const timeline = prepare(
    "SELECT type || ' by ' || actor FROM order_events WHERE order_id = ? ORDER BY id",
  ).pluck();
  const deliveries = prepare(
    "SELECT * FROM outbox WHERE order_id = ? AND kind = 'reading_delivery' ORDER BY id",
  );
  return (orderId) => {
    const stored = reading.get(orderId) as Snapshot['reading'] | undefined;
    return {
      order: order.get(orderId) as Snapshot['order'],
      reading: stored ?? null,
      texts: stored ? (texts.all(stored.id) as string[]) : [],
      timeline: timeline.all(orderId) as string[],
      deliveries: deliveries.all(orderId) as Snapshot['deliveries'],
    };
  };
}
