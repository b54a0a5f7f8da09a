import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { centsToDollars } from '../../shared/money.ts';
import type { Figures, OfferFigures, Overview, Period, Totals, Waiting } from '../../shared/overview.ts';
import { shiftDay } from '../../shared/people/days-away.ts';
import { defaultPeriod } from '../../shared/periods.ts';
import type { Context } from '../base/context.ts';
import { dayOf, startOfDay } from '../base/time/business-days.ts';
import { periodDays, type Span } from '../base/time/period-days.ts';
import { listOffers } from '../shop/offer-repository.ts';
import {
  countOverdue,
  countWaiting,
  listDeliveryTimes,
  sumFigures,
  sumOffers,
} from './overview-repository.ts';

const monthCount = 12;

interface Bucket extends Span {
  first: string;
  figures: Figures;
}

/** Returns the figures of a period by day and in total, those of the period before, and the last twelve months. */
export async function readOverview(context: Context, period: string = defaultPeriod): Promise<Overview> {
  const { db, clock, config } = context;
  const now = clock.now();
  const today = dayOf(now, config.businessTimeZone);
  const { first, count } = periodDays(period, today);
  const starts = Array.from({ length: 2 * count + 1 }, (_, index) => shiftDay(first, index - count));
  const [year = 0, month = 0] = today.split('-').map(Number);
  const monthStarts = Array.from({ length: monthCount + 1 }, (_, index) =>
    new Date(Date.UTC(year, month - monthCount + index)).toISOString().slice(0, today.length),
  );
  const days = await addUp(context, starts);
  const months = await addUp(context, monthStarts);
  const recent = days.slice(count);
  const totals = {
    recent: await total(context, recent),
    previous: await total(context, days.slice(0, count)),
  };
  const { toReview, unassigned } = readWaiting(context);
  return {
    period: { from: first, to: shiftDay(first, count - 1) },
    days: recent.map(present),
    months: months.map(present),
    ...totals,
    offers: await readOfferFigures(context, recent),
    toDo: [
      { code: 'overdue' as const, count: countOverdue(db, now) },
      { code: 'unassigned' as const, count: unassigned },
      { code: 'to_review' as const, count: toReview },
    ].filter(({ count }) => count > 0),
  };
}

export function readWaiting({ db }: Context): Waiting {
  return countWaiting(db).get() ?? { toReview: 0, unassigned: 0 };
}

async function addUp({ db, config }: Context, starts: string[]): Promise<Bucket[]> {
  const times = starts.map((first) => startOfDay(first, config.businessTimeZone));
  const spans = times.slice(1).map((to, index) => ({ from: times[index] ?? to, to }));
  await yieldToEventLoop();
  const sums = sumFigures(db, spans);
  return starts.flatMap((first, index) => {
    const [span, figures] = [spans[index], sums[index]];
    return span && figures ? [{ first, ...span, figures }] : [];
  });
}

function present({ first, figures }: Bucket): Period {
  return { from: first, ...figures, revenue: centsToDollars(figures.revenue) };
}

/** Returns each offer's figures; an archived one without orders is left out. */
async function readOfferFigures({ db }: Context, buckets: Bucket[]): Promise<OfferFigures[]> {
  const offers = listOffers(db);
  if (offers.length < 2) return [];
  await yieldToEventLoop();
  const sums = sumOffers(db).all(spanOf(buckets));
  return offers.flatMap(({ id, name, visibility }) => {
    const sum = sums.find(({ offerId }) => offerId === id);
    if (!sum && visibility === 'archived') return [];
    return { id, name, orders: sum?.orders ?? 0, revenue: centsToDollars(sum?.revenue ?? 0) };
  });
}

function spanOf(buckets: Bucket[]): Span {
  return { from: buckets[0]?.from ?? 0, to: buckets.at(-1)?.to ?? 0 };
}

async function total({ db, clock }: Context, buckets: Bucket[]): Promise<Totals> {
  const span = spanOf(buckets);
  const sum = (name: keyof Figures) => buckets.reduce((all, { figures }) => all + figures[name], 0);
  await yieldToEventLoop();
  return {
    orders: sum('orders'),
    revenue: centsToDollars(sum('revenue')),
    delivered: sum('delivered'),
    onTime: sum('onTime'),
    submitted: sum('submitted'),
    rejected: sum('rejected'),
    failedPayments: sum('failedPayments'),
    overdue: countOverdue(db, Math.min(span.to, clock.now())),
    medianHours: medianHours(listDeliveryTimes(db).all(span)),
  };
}

/** Returns the median of times in milliseconds, in hours to a tenth; null without any. Sorts `times` in place. */
export function medianHours(times: { took: number }[]): number | null {
  const median = times.sort((a, b) => a.took - b.took)[Math.ceil(times.length / 2) - 1];
  return median === undefined ? null : Math.round(median.took / 360_000) / 10;
}
