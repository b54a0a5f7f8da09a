import { centsToDollars } from '../../shared/money.ts';
import type { Figures, MedianDelivery, Overview, Period } from '../../shared/overview.ts';
import type { Context } from '../context.ts';
import { formatIsoDay, type LocalDay, localDay, startOfDay } from '../local-days.ts';
import {
  countDeliveries,
  countEvents,
  countOverdue,
  countWaiting,
  listDeliveryTimes,
  sumPayments,
} from './repository.ts';

const dayCount = 30;
const monthCount = 12;
const hour = 3_600_000;

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

/** @returns how the business does: by day, by month, and what waits for the admin */
export function readOverview(context: Context): Overview {
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
  addUp(context, days);
  addUp(context, months);
  const recent = days.slice(dayCount);
  const previous = days.slice(0, dayCount);
  const { toReview, unassigned } = countWaiting(db);
  return {
    days: recent.map(present),
    months: months.map(present),
    recent: { ...total(recent), ...medianDelivery(context, recent, now) },
    previous: { ...total(previous), ...medianDelivery(context, previous, recent[0]?.start ?? now) },
    toDo: [
      { code: 'overdue' as const, count: countOverdue(db, now) },
      { code: 'unassigned' as const, count: unassigned },
      { code: 'to_review' as const, count: toReview },
    ].filter(({ count }) => count > 0),
  };
}

function addUp({ db }: Context, buckets: Bucket[]): void {
  const since = buckets[0]?.start ?? 0;
  const of = (at: number) => buckets.findLast(({ start }) => start <= at)?.figures ?? { ...nothing };
  for (const row of sumPayments(db, since)) {
    const figures = of(row.at);
    figures.orders += row.orders;
    figures.revenue += row.cents;
  }
  for (const row of countDeliveries(db, since)) {
    const figures = of(row.at);
    figures.delivered += row.delivered;
    figures.onTime += row.onTime;
  }
  for (const { type, at, count } of countEvents(db, since)) {
    if (type === 'reading_submitted') of(at).submitted += count;
    else if (type === 'reading_rejected') of(at).rejected += count;
    else of(at).failedPayments += count;
  }
}

/** Money is added up in cents and shown in dollars. */
function present({ from, figures }: Bucket): Period {
  return { from: formatIsoDay(from), ...figures, revenue: centsToDollars(figures.revenue) };
}

function total(buckets: Bucket[]): Figures {
  const sum = { ...nothing };
  for (const { figures } of buckets) {
    for (const name of Object.keys(sum) as (keyof Figures)[]) sum[name] += figures[name];
  }
  return { ...sum, revenue: centsToDollars(sum.revenue) };
}

function medianDelivery({ db }: Context, buckets: Bucket[], to: number): MedianDelivery {
  const times = listDeliveryTimes(db, buckets[0]?.start ?? to, to + 1).sort((a, b) => a - b);
  const middle = times[Math.floor((times.length - 1) / 2)];
  return { medianHours: middle === undefined ? null : Math.round((middle / hour) * 10) / 10 };
}
