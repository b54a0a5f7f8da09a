import { setImmediate as letOthersGo } from 'node:timers/promises';
import { days } from '../../shared/durations.ts';
import { centsToDollars } from '../../shared/money.ts';
import type { Figures, MedianDelivery, Overview, Period, Waiting } from '../../shared/overview.ts';
import type { Context } from '../context/context.ts';
import { formatIsoDay, type LocalDay, localDay, startOfDay } from '../time/local-days.ts';
import {
  countDeliveries,
  countDeliveryTimes,
  countEvents,
  countOverdue,
  countWaiting,
  type Span,
  sumPayments,
} from './overview-repository.ts';

const dayCount = 30;
const monthCount = 12;

/** How much time is added up before others have their turn, in milliseconds: a month is not cut. */
const atOnce = days(31);

/** A period while it is added up. */
interface Bucket {
  from: LocalDay;
  start: number;
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
 * @returns how the business does: by day, by month, and what waits for the admin
 */
export async function readOverview(context: Context): Promise<Overview> {
  const { db, clock, config } = context;
  const now = clock.now();
  const today = localDay(now, config.businessTimeZone);
  const bucket = (from: LocalDay): Bucket => ({
    from,
    start: startOfDay(from, config.businessTimeZone),
    figures: { ...nothing },
  });
  const days = Array.from({ length: 2 * dayCount }, (_, index) =>
    bucket({ ...today, day: today.day - (2 * dayCount - 1 - index) }),
  );
  const months = Array.from({ length: monthCount }, (_, index) =>
    bucket({ year: today.year, month: today.month - (monthCount - 1 - index), day: 1 }),
  );
  await addUp(context, [days, months]);
  const recent = days.slice(dayCount);
  const previous = days.slice(0, dayCount);
  const recentMedian = await medianDelivery(context, spanOf(recent, now + 1));
  const previousMedian = await medianDelivery(context, spanOf(previous, recent[0]?.start ?? now));
  await letOthersGo();
  const { toReview, unassigned } = countWaiting(db);
  return {
    days: recent.map(present),
    months: months.map(present),
    recent: { ...total(recent), ...recentMedian },
    previous: { ...total(previous), ...previousMedian },
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

/** Each moment belongs to one bucket of every list: what lies between two of their starts is added up once. */
async function addUp({ db }: Context, lists: Bucket[][]): Promise<void> {
  const starts = [...new Set(lists.flat().map(({ start }) => start))].sort((a, b) => a - b);
  const spans = starts.map((from, index) => ({ from, to: starts[index + 1] ?? Number.MAX_SAFE_INTEGER }));
  const first = starts[0] ?? 0;
  for (const part of Map.groupBy(spans, ({ from }) => Math.floor((from - first) / atOnce)).values()) {
    await letOthersGo();
    const payments = sumPayments(db, part);
    await letOthersGo();
    const deliveries = countDeliveries(db, part);
    const events = countEvents(db, part);
    for (const [index, { from }] of part.entries()) {
      const [orders = 0, revenue = 0] = payments[index] ?? [];
      const [delivered = 0, onTime = 0] = deliveries[index] ?? [];
      const [submitted = 0, rejected = 0, failedPayments = 0] = events[index] ?? [];
      const figures = { orders, revenue, delivered, onTime, submitted, rejected, failedPayments };
      for (const buckets of lists) add(buckets.findLast(({ start }) => start <= from)?.figures, figures);
    }
  }
}

function add(sum: Figures | undefined, figures: Figures): void {
  if (!sum) return;
  for (const name of Object.keys(sum) as (keyof Figures)[]) sum[name] += figures[name];
}

/** Money is added up in cents and shown in dollars. */
function present({ from, figures }: Bucket): Period {
  return { from: formatIsoDay(from), ...figures, revenue: centsToDollars(figures.revenue) };
}

function total(buckets: Bucket[]): Figures {
  const sum = { ...nothing };
  for (const { figures } of buckets) add(sum, figures);
  return { ...sum, revenue: centsToDollars(sum.revenue) };
}

function spanOf(buckets: Bucket[], to: number): Span {
  return { from: buckets[0]?.start ?? to, to };
}

/** To a tenth of an hour. */
async function medianDelivery({ db }: Context, span: Span): Promise<MedianDelivery> {
  await letOthersGo();
  const times = countDeliveryTimes(db, span);
  const middle = times.reduce((sum, { count }) => sum + count, 0) / 2;
  let seen = 0;
  const median = times.find(({ count }) => {
    seen += count;
    return seen >= middle;
  });
  return { medianHours: median ? median.tenths / 10 : null };
}
