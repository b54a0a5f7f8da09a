import type { Queryable } from '../../../db/client.ts';
import { count, eq, min, sql } from '../../../db/drizzle.ts';
import { prepared } from '../../../db/prepared.ts';
import { orderTallies, outbox } from '../../../db/schema.ts';

export const countOrders = prepared((db) =>
  db
    .select({
      status: orderTallies.status,
      paymentStatus: orderTallies.paymentStatus,
      orders: sql<number>`sum(${orderTallies.count})`,
    })
    .from(orderTallies)
    .where(eq(orderTallies.isDeleted, false))
    .groupBy(orderTallies.status, orderTallies.paymentStatus),
);

const queued = prepared((db) =>
  db
    .select({ mails: count(), due: min(outbox.nextAttemptAt) })
    .from(outbox)
    .where(sql`${outbox.state} = 'queued'`),
);
const failed = prepared((db) =>
  db.select({ mails: count() }).from(outbox).where(sql`${outbox.state} = 'failed'`),
);

/** Counts queued and failed mails; `due` is when the first queued mail is to be sent, null without any. */
export function countMails(db: Queryable) {
  const { mails = 0, due = null } = queued(db).get() ?? {};
  return { queued: mails, due, failed: failed(db).get()?.mails ?? 0 };
}
