import { setImmediate as letOthersGo } from 'node:timers/promises';
import { centsToDollars } from '../../shared/money.ts';
import type { Figures, Overview, Period, Totals, Waiting } from '../../shared/overview.ts';
import { usualPeriod } from '../../shared/periods.ts';
import type { Context } from '../context/context.ts';
import { formatIsoDay, type LocalDay, localDay, startOfDay } from '../time/local-days.ts';
import { dayAfter, periodDays, type Span } from '../time/period-days.ts';
import { medianHours } from './median-hours.ts';
import {
  countDeliveries,
  countDeliveryTimes,
  countEvents,
  countOverdue,
  countWaiting,
  sumPayments,
} from './overview-repository.ts';

const monthCount = 12;

/** How many days are added up before others have their turn; of months each is. */
const daysAtOnce = 31;

/** A day or a month, and what was in it. */
interface Bucket extends Span {
  first: LocalDay;
  figures: Figures;
}

const nothing: Figures = {
  orders: 0,
  revenue: 0,
  delivered: 0,
  onTime: 0,
  submitted: 0,
  rejected: 0,
  failedPayments: 0,
};

/**
 * Others have their turns between its parts, so what changes meanwhile may be in one of them and not in another.
 *
 * @param period as `isPeriod` knows it
 * @returns how the business does: in that period by day, by month, and what waits for the admin
 */
export async function readOverview(context: Context, period: string = usualPeriod): Promise<Overview> {
  const { db, clock, config } = context;
  const now = clock.now();
  const today = localDay(now, config.businessTimeZone);
  const { first, count } = periodDays(period, today);
  const starts = Array.from({ length: 2 * count + 1 }, (_, index) => dayAfter(first, index - count));
  const monthStarts = Array.from({ length: monthCount + 1 }, (_, index) => ({
    ...today,
    month: today.month - (monthCount - 1 - index),
    day: 1,
  }));
  const days = await addUp(context, starts, daysAtOnce);
  const months = await addUp(context, monthStarts, 1);
  const recent = days.slice(count);
  const totals = {
    recent: await total(context, recent),
    previous: await total(context, days.slice(0, count)),
  };
  await letOthersGo();
  const { toReview, unassigned } = countWaiting(db);
  return {
    period: { from: formatIsoDay(first), to: formatIsoDay(dayAfter(first, count - 1)) },
    days: recent.map(present),
    months: months.map(present),
    ...totals,
    toDo: [
      { code: 'overdue' as const, count: countOverdue(db, now) },
      { code: 'unassigned' as const, count: unassigned },
      { code: 'to_review' as const, count: toReview },
    ].filter(({ count }) => count > 0),
  };
}

/** @returns how much waits for the admin, without adding anything up: the desk asks for it at every change */
export function readWaiting({ db }: Pick<Context, 'db'>): Waiting {
  return countWaiting(db);
}

/** @returns what was between each of some days and the next, in parts between which others have their turns */
async function addUp({ db, config }: Context, starts: LocalDay[], atOnce: number): Promise<Bucket[]> {
  const moments = starts.map((first) => ({ first, from: startOfDay(first, config.businessTimeZone) }));
  const spans = moments.flatMap((moment, index) => {
    const next = moments[index + 1];
    return next ? [{ ...moment, to: next.from }] : [];
  });
  const buckets: Bucket[] = [];
  for (let from = 0; from < spans.length; from += atOnce) {
    const part = spans.slice(from, from + atOnce);
    await letOthersGo();
    const payments = sumPayments(db, part);
    await letOthersGo();
    const deliveries = countDeliveries(db, part);
    const events = countEvents(db, part);
    for (const [index, span] of part.entries()) {
      const [orders = 0, revenue = 0] = payments[index] ?? [];
      const [delivered = 0, onTime = 0] = deliveries[index] ?? [];
      const [submitted = 0, rejected = 0, failedPayments = 0] = events[index] ?? [];
      const figures = { orders, revenue, delivered, onTime, submitted, rejected, failedPayments };
      buckets.push({ ...span, figures });
    }
  }
  return buckets;
}

function add(sum: Figures, figures: Figures): void {
  for (const name of Object.keys(sum) as (keyof Figures)[]) sum[name] += figures[name];
}

/** Money is added up in cents and shown in dollars. */
function present({ first, figures }: Bucket): Period {
  return { from: formatIsoDay(first), ...figures, revenue: centsToDollars(figures.revenue) };
}

async function total(context: Context, buckets: Bucket[]): Promise<Totals> {
  const span = { from: buckets[0]?.from ?? 0, to: buckets.at(-1)?.to ?? 0 };
  const sum = { ...nothing };
  for (const { figures } of buckets) add(sum, figures);
  await letOthersGo();
  return {
    ...sum,
    revenue: centsToDollars(sum.revenue),
    overdue: countOverdue(context.db, Math.min(span.to, context.clock.now())),
    medianHours: medianHours(countDeliveryTimes(context.db, span)),
  };
}
