import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type CsvColumns, csvRows, csvTitles } from '../../shared/csv.ts';
import { formatDecimal } from '../../shared/money.ts';
import { readingTypeNames } from '../../shared/orders/order-form.ts';
import type { ReaderFigures } from '../../shared/overview.ts';
import { shiftDay } from '../../shared/people/days-away.ts';
import { countWords } from '../../shared/text.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { recordListExport } from '../base/record-audit.ts';
import { dayOf } from '../base/time/business-days.ts';
import { periodDays, type Span, spanOfDays } from '../base/time/period-days.ts';
import { readMoneyStyle } from '../shop/settings-repository.ts';
import {
  countReturned,
  countSubmitted,
  type DeliveredReading,
  listDelivered,
  listReadersWithOrders,
} from './overview-repository.ts';
import { medianHours } from './read-overview.ts';

const readingsAtOnce = 100;

const unassigned = '';

/** A reader's figures while they are added up, with the times from assignment to delivery in milliseconds. */
type Sum = Omit<ReaderFigures, 'reader' | 'medianHours'> & { times: { took: number }[] };

/** Returns a period's figures by reader, without closed accounts that did nothing; the row without a reader is last. */
export async function readReaders(context: Context, period: string): Promise<ReaderFigures[]> {
  const { db, clock, config } = context;
  const now = clock.now();
  const span = spanOfDays(daysOf(context, period), config.businessTimeZone);
  const sums = new Map<string, Sum>();
  const sumOf = (name: string): Sum => {
    const sum = sums.get(name) ?? nothing();
    sums.set(name, sum);
    return sum;
  };
  for await (const part of deliveredReadings(context, span)) {
    for (const reading of part) addReading(sumOf(reading.reader ?? unassigned), reading);
  }
  await yieldToEventLoop();
  for (const { name, count } of countSubmitted(db, span)) sumOf(name).submitted += count;
  for (const { name, count } of countReturned(db, span)) sumOf(name).returned += count;
  await yieldToEventLoop();
  const found = listReadersWithOrders(db, now, Math.min(now, span.to));
  const readers = found.flatMap(({ username, name, isActive, ...orders }) => {
    const did = sums.get(username);
    if (!isActive && orders.open === 0 && !did) return [];
    return present(name, { ...(did ?? nothing()), ...orders });
  });
  const unassignedSum = sums.get(unassigned);
  return unassignedSum?.delivered ? [...readers, present(null, unassignedSum)] : readers;
}

const columns: CsvColumns<{ day: string; reading: DeliveredReading }> = [
  ['Reader', ({ reading }) => reading.reader ?? ''],
  ['Order', ({ reading }) => reading.orderNumber],
  ['Delivered', ({ day }) => day],
  ['Words', ({ reading }) => String(countWords(reading.content))],
  ['Type', ({ reading }) => readingTypeNames[reading.readingType]],
  ['Amount', ({ reading }) => formatDecimal(reading.amountMinor, reading.currency), 'amount'],
  ['Refunded', ({ reading }) => formatDecimal(reading.refundedMinor, reading.currency), 'amount'],
  ['Currency', ({ reading }) => reading.currency.toUpperCase()],
];

/** Records the export, and returns a CSV for paying readers, with a row for each reading delivered. */
export async function exportDelivered(context: Context, user: SignedIn, period: string) {
  const days = daysOf(context, period);
  const [from, to] = [days.first, shiftDay(days.first, days.count - 1)];
  await recordListExport(context, user, { id: 'readings', label: 'Delivered readings' }, { from, to });
  const span = spanOfDays(days, context.config.businessTimeZone);
  return { name: `readings-${from}-to-${to}.csv`, parts: csvParts(context, span) };
}

async function* csvParts(context: Context, span: Span): AsyncGenerator<string> {
  const timeZone = context.config.businessTimeZone;
  const style = readMoneyStyle(context.db);
  yield csvTitles(columns, style);
  for await (const part of deliveredReadings(context, span)) {
    yield csvRows(
      columns,
      part.map((reading) => ({ day: dayOf(reading.deliveredAt, timeZone), reading })),
      style,
    );
  }
}

async function* deliveredReadings({ db }: Context, span: Span): AsyncGenerator<DeliveredReading[]> {
  let place: DeliveredReading | undefined;
  do {
    await yieldToEventLoop();
    const part: DeliveredReading[] = listDelivered(db, span, readingsAtOnce, place);
    yield part;
    place = part[readingsAtOnce - 1];
  } while (place);
}

function daysOf({ clock, config }: Context, period: string) {
  return periodDays(period, dayOf(clock.now(), config.businessTimeZone));
}

function nothing(): Sum {
  const ofWork = { delivered: 0, onTime: 0, overdue: 0, submitted: 0, returned: 0, words: 0 };
  return { ...ofWork, open: 0, late: 0, times: [] };
}

function addReading(sum: Sum, { content, assignedAt, dueAt, deliveredAt }: DeliveredReading): void {
  sum.delivered += 1;
  if (dueAt !== null && deliveredAt <= dueAt) sum.onTime += 1;
  sum.words += countWords(content);
  if (assignedAt !== null) sum.times.push({ took: deliveredAt - assignedAt });
}

function present(reader: string | null, { times, ...figures }: Sum): ReaderFigures {
  return { reader, ...figures, medianHours: medianHours(times) };
}
