import { count, eq, min, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { orderTallies, outbox } from '../../../db/schema.ts';

/** Counts orders by status and payment status, without deleted ones. */
export function countOrders(db: Queryable) {
  return db
    .select({
      status: orderTallies.status,
      paymentStatus: orderTallies.paymentStatus,
      orders: sql<number>`sum(${orderTallies.count})`,
    })
    .from(orderTallies)
    .where(eq(orderTallies.isDeleted, false))
    .groupBy(orderTallies.status, orderTallies.paymentStatus)
    .all();
}

/** Counts queued and failed mails; `due` is when the next queued mail is due, null without any. */
export function countMails(db: Queryable) {
  const queued = db
    .select({ mails: count(), due: min(outbox.nextAttemptAt) })
    .from(outbox)
    .where(sql`${outbox.state} = 'queued'`)
    .get();
  const failed = db.select({ mails: count() }).from(outbox).where(sql`${outbox.state} = 'failed'`).get();
  return { queued: queued?.mails ?? 0, due: queued?.due ?? null, failed: failed?.mails ?? 0 };
}
