import { type Queryable, writeTransaction } from '../../../db/client.ts';
import { days, hours } from '../../shared/durations.ts';
import type { ForgottenCounts } from '../../shared/privacy/privacy.ts';
import { memoryOf, type RetentionName } from '../../shared/privacy/retention.ts';
import { aboutSettings, recordAudit, theService } from '../audit/record-audit.ts';
import { oneByOne, untilDone } from '../basics/in-turns.ts';
import { readRetention } from '../business/retention-repository.ts';
import type { Context } from '../context/context.ts';
import { requireOrderEvenDeleted } from '../orders/find-order.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { forgetSentMail } from '../outbox/outbox-repository.ts';
import { forgetEvents } from '../payments/money/payment-repository.ts';
import { listProblems } from '../problems/problem-repository.ts';
import { dropOldDrafts } from '../readings/drafts.ts';
import { dayOf } from '../time/business-days.ts';
import { isoTime } from '../time/iso-time.ts';
import { eraseOrder } from './erase-order.ts';
import { countErased, readLastRun, takeErasedCount, writeLastRun } from './forgotten-repository.ts';
import { listNeverPaid, listPaidBefore } from './person-repository.ts';
import { whyNotYet } from './why-not-yet.ts';

type Keeper = Pick<Context, 'db' | 'clock' | 'log' | 'publicChanged'>;

/** Stripe repeats an event for three days, and can be asked for those of the last 30. */
const eventMemory = days(30);

/** How many rows are looked at in one go: the event loop is not held for longer. */
const rowsAtOnce = 1_000;
const ordersAtOnce = 100;

/** When the night's work begins, in hours after midnight where the business is. */
const nightHour = 3;

/** Forgets what is kept no longer, once a night: as soon as it runs after three o'clock on a day on which it has not. */
export async function forgetNightly(context: Context): Promise<void> {
  const { db, clock, config } = context;
  const nightOf = (time: number) => dayOf(time - hours(nightHour), config.businessTimeZone);
  const last = readLastRun(db);
  if (last && nightOf(Date.parse(last.at)) === nightOf(clock.now())) return;
  await forgetOld(context);
}

/**
 * Forgets what is older than the table of what is kept says, and keeps what it did.
 *
 * @returns how many of each
 */
export async function forgetOld(context: Keeper): Promise<ForgottenCounts> {
  const { db, clock, log } = context;
  const now = clock.now();
  const retention = readRetention(db);
  const before = (name: RetentionName) => {
    const memory = memoryOf(name, retention[name]);
    return memory === null ? null : now - memory;
  };
  await eraseNeverPaid(context, before('neverPaidDays'));
  const draftDays = await dropOldDrafts(context, before('draftDays') ?? 0);
  const mailDays = await walk((after) =>
    writeTransaction(db, (tx) =>
      forgetSentMail(tx, { before: before('mailDays') ?? 0, after, limit: rowsAtOnce }),
    ),
  );
  await eraseEnded(context, before('endedOrderYears'));
  const events = await walk((after) =>
    writeTransaction(db, (tx) => forgetEvents(tx, { before: now - eventMemory, after, limit: rowsAtOnce })),
  );
  const counts = await writeTransaction(db, (tx): ForgottenCounts => {
    const neverPaidDays = takeErasedCount(tx, 'neverPaidDays');
    const endedOrderYears = takeErasedCount(tx, 'endedOrderYears');
    // The count of Stripe's events is of no interest to an admin.
    const details = { neverPaidDays, draftDays, mailDays, endedOrderYears };
    const all = { ...details, stripeEvents: events };
    writeLastRun(tx, { at: isoTime(now), counts: all });
    if (Object.values(details).every((count) => count === 0)) return all;
    const subject = aboutSettings('retention', 'What is kept');
    recordAudit(tx, { actor: theService, at: now, action: 'retention_applied', subject, details });
    return all;
  });
  log.info(counts, 'what is kept no longer was forgotten');
  return counts;
}

/**
 * Erases whose the orders were that were never paid, what they asked and what was noted about it, once their payments
 * are canceled.
 *
 * @param before when they were placed at the latest
 */
async function eraseNeverPaid({ db, clock }: Keeper, before: number | null): Promise<void> {
  if (before === null) return;
  const next = () => listNeverPaid(db, before, ordersAtOnce);
  for (let some = next(); some.length > 0; some = next()) {
    await oneByOne(some, async ({ id }) => {
      await writeTransaction(db, (tx) => {
        // The order may have changed since it was listed.
        const order = requireOrderEvenDeleted(tx, id);
        if (order.paymentStatus !== 'unpaid' || order.erasedAt !== null) return;
        eraseOrder(tx, order, 'system', clock.now());
        countErased(tx, 'neverPaidDays');
      });
    });
  }
}

/** Erases the customers of orders that were paid before a time and have ended. */
async function eraseEnded({ db, clock, publicChanged }: Keeper, before: number | null): Promise<void> {
  if (before === null) return;
  let last = { paidAt: 0 as number | null, seq: 0 };
  let erased = 0;
  try {
    for (let some = next(before); some.length > 0; some = next(before)) {
      await oneByOne(some, async ({ id }) => {
        await writeTransaction(db, (tx) => {
          const order = requireOrderEvenDeleted(tx, id);
          if (order.erasedAt !== null || !hasEnded(tx, order, before, clock.now())) return;
          eraseOrder(tx, order, 'system', clock.now());
          countErased(tx, 'endedOrderYears');
          erased += 1;
        });
      });
      last = some.at(-1) ?? last;
    }
  } finally {
    // Their words may have stood on the site.
    if (erased > 0) publicChanged('business');
  }

  function next(before: number): OrderRow[] {
    const after = { afterPaidAt: last.paidAt ?? 0, afterSeq: last.seq };
    return listPaidBefore(db, { before, ...after, limit: ordersAtOnce });
  }
}

/** @returns whether an order was delivered before a time, if it was, and nothing about it is open */
function hasEnded(tx: Queryable, order: OrderRow, before: number, now: number): boolean {
  if ((order.deliveredAt ?? 0) >= before || whyNotYet(tx, order, now) !== null) return false;
  return listProblems(tx, order.id).every(({ closedAt }) => closedAt !== null);
}

/** @param step looks at the rows after one, the oldest first; `last` of them is null once they are too young */
async function walk(
  step: (after: number) => Promise<{ last: number | null; count: number }>,
): Promise<number> {
  let sum = 0;
  let after = 0;
  await untilDone(async () => {
    const { last, count } = await step(after);
    sum += count;
    after = last ?? after;
    return last === null;
  });
  return sum;
}
