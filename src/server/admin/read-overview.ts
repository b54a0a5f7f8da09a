import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { toMajor } from '../../shared/money.ts';
import type { Figures, OfferFigures, Overview, Revenue, Totals } from '../../shared/overview.ts';
import { shiftDay } from '../../shared/people/days-away.ts';
import { defaultPeriod } from '../../shared/periods.ts';
import type { Context } from '../base/context.ts';
import { dayOf, startOfDay } from '../base/time/business-days.ts';
import { periodDays, type Span } from '../base/time/period-days.ts';
import { listOffers } from '../shop/offer-repository.ts';
import { readMoneyStyle } from '../shop/settings-repository.ts';
import {
  countOverdue,
  findFirstPayment,
  listDeliveryTimes,
  sumFigures,
  sumOffers,
  sumRevenues,
} from './overview-repository.ts';

const monthCount = 12;

interface Bucket extends Span {
  first: string;
  figures: Figures;
}

/** Returns a period's figures by day and in total, the totals of the period before, and the revenue by month. */
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
  const firstDay = dayOf(findFirstPayment(db) ?? now, config.businessTimeZone);
  const days = await addUp(context, starts);
  const recent = days.slice(count);
  const totals = {
    recent: await total(context, recent),
    previous: await total(context, days.slice(0, count)),
  };
  return {
    period: { from: first, to: shiftDay(first, count - 1) },
    currency: readMoneyStyle(db).currency,
    days: recent.map(({ first: from, figures }) => ({ from, ...figures })),
    months: spansOf(context, monthStarts)
      .filter(({ to }) => to > startOfDay(firstDay, config.businessTimeZone))
      .map((month) => ({ from: month.first, revenues: sumRevenues(db, month).map(inMainUnit) })),
    ...totals,
    offers: await readOfferFigures(context, recent),
  };
}

async function addUp(context: Context, starts: string[]): Promise<Bucket[]> {
  const spans = spansOf(context, starts);
  await yieldToEventLoop();
  const sums = sumFigures(context.db, spans);
  return spans.flatMap((span, index) => {
    const figures = sums[index];
    return figures ? { ...span, figures } : [];
  });
}

/** Returns the spans between days, each from midnight to midnight. */
function spansOf({ config }: Context, starts: string[]) {
  const times = starts.map((first) => startOfDay(first, config.businessTimeZone));
  return times.slice(1).map((to, index) => ({ first: starts[index] ?? '', from: times[index] ?? to, to }));
}

/** Returns each offer's figures; an archived one without orders is left out. */
async function readOfferFigures({ db }: Context, buckets: Bucket[]): Promise<OfferFigures[]> {
  const offers = listOffers(db);
  if (offers.length < 2) return [];
  await yieldToEventLoop();
  const sums = sumOffers(db, spanOf(buckets));
  return offers.flatMap(({ id, name, visibility }) => {
    const own = sums.filter(({ offerId }) => offerId === id);
    if (own.length === 0 && visibility === 'archived') return [];
    return {
      id,
      name,
      orders: own.reduce((sum, { orders }) => sum + orders, 0),
      revenues: own.map(inMainUnit),
    };
  });
}

function inMainUnit({ currency, revenue }: Revenue): Revenue {
  return { currency, revenue: toMajor(revenue, currency) };
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
    revenues: sumRevenues(db, span).map(inMainUnit),
    delivered: sum('delivered'),
    onTime: sum('onTime'),
    submitted: sum('submitted'),
    rejected: sum('rejected'),
    failedPayments: sum('failedPayments'),
    overdue: countOverdue(db, Math.min(span.to, clock.now())),
    medianHours: medianHours(listDeliveryTimes(db, span)),
  };
}

/** Returns the median of `took` (milliseconds) in hours, to a tenth; null without any. */
export function medianHours(times: { took: number }[]): number | null {
  const median = times.toSorted((a, b) => a.took - b.took)[Math.ceil(times.length / 2) - 1];
  return median === undefined ? null : Math.round(median.took / 360_000) / 10;
}
