import { setImmediate as letOthersGo } from 'node:timers/promises';
import { days } from '../../shared/durations.ts';
import { centsToDollars } from '../../shared/money.ts';
import type { Figures, Overview, Period, Totals, Waiting } from '../../shared/overview.ts';
import { usualPeriod } from '../../shared/periods.ts';
import type { Context } from '../context/context.ts';
import { formatIsoDay, type LocalDay, localDay, startOfDay } from '../time/local-days.ts';
import { dayAfter, periodDays, type Span, spanOfDays } from '../time/period-days.ts';
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

/** Periods that follow each other, up to the moment when the last one ends. */
interface Series {
  buckets: Bucket[];
  end: number;
}

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
  const starting = (from: LocalDay): Bucket => ({
    from,
    start: startOfDay(from, config.businessTimeZone),
    figures: { ...nothing },
  });
  const { to: end } = spanOfDays({ first, count }, config.businessTimeZone);
  const days = Array.from({ length: 2 * count }, (_, index) => starting(dayAfter(first, index - count)));
  const months = Array.from({ length: monthCount }, (_, index) =>
    starting({ year: today.year, month: today.month - (monthCount - 1 - index), day: 1 }),
  );
  await addUp(context, [
    { buckets: days, end },
    { buckets: months, end: Number.MAX_SAFE_INTEGER },
  ]);
  const recent = days.slice(count);
  const previous = days.slice(0, count);
  const begin = recent[0]?.start ?? end;
  const totals = {
    recent: await total(context, recent, { from: begin, to: end }),
    previous: await total(context, previous, { from: previous[0]?.start ?? begin, to: begin }),
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

/** What lies between two moments at which a period begins or ends is added up once, for each that it belongs to. */
async function addUp({ db }: Context, series: Series[]): Promise<void> {
  const moments = series.flatMap(({ buckets, end }) => [...buckets.map(({ start }) => start), end]);
  const starts = [...new Set(moments)].sort((a, b) => a - b);
  const figuresAt = (time: number) =>
    series
      .filter(({ end }) => time < end)
      .flatMap(({ buckets }) => buckets.findLast(({ start }) => start <= time)?.figures ?? []);
  const spans = starts
    .map((from, index) => ({ from, to: starts[index + 1] ?? from }))
    .filter(({ from }) => figuresAt(from).length > 0);
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
      for (const sum of figuresAt(from)) add(sum, figures);
    }
  }
}

function add(sum: Figures, figures: Figures): void {
  for (const name of Object.keys(sum) as (keyof Figures)[]) sum[name] += figures[name];
}

/** Money is added up in cents and shown in dollars. */
function present({ from, figures }: Bucket): Period {
  return { from: formatIsoDay(from), ...figures, revenue: centsToDollars(figures.revenue) };
}

async function total(context: Context, buckets: Bucket[], span: Span): Promise<Totals> {
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
