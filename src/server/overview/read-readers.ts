import { setImmediate as letOthersGo } from 'node:timers/promises';
import { writeTransaction } from '../../../db/client.ts';
import { type CsvColumns, csvRows, csvTitles } from '../../shared/csv.ts';
import { days } from '../../shared/durations.ts';
import { formatDecimal } from '../../shared/money.ts';
import { readingTypeNames } from '../../shared/orders/reading-types.ts';
import type { ReaderFigures } from '../../shared/overview.ts';
import { countWords } from '../../shared/text.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { formatIsoDay, localDay } from '../time/local-days.ts';
import { dayAfter, type PeriodDays, periodDays, type Span, spanOfDays } from '../time/period-days.ts';
import { inTenths, medianHours } from './median-hours.ts';
import {
  countLateByReader,
  countReturned,
  countSubmitted,
  type DeliveredReading,
  type DeliveryPlace,
  listDelivered,
  listReadersWithOpen,
} from './readers-repository.ts';

/** How many readings, and how much time, in milliseconds, are looked at before others have their turn. */
const readingsAtOnce = 100;
const timeAtOnce = days(31);

/** Stands for readings without a reader: a username is never empty. */
const nobody = '';

/** A reader's figures while they are added up. */
type Sum = Omit<ReaderFigures, 'reader' | 'medianHours'> & { tenths: number[] };

/**
 * Others have their turns between its parts.
 *
 * @param period as `isPeriod` knows it
 * @returns what each reader did then, by name: those who work here, and those who have left since
 */
export async function readReaders(context: Context, period: string): Promise<ReaderFigures[]> {
  const { db, clock } = context;
  const now = clock.now();
  const span = spanOf(context, daysOf(context, period));
  const sums = new Map<string, Sum>();
  const sumOf = (name: string): Sum => {
    const sum = sums.get(name) ?? nothing();
    sums.set(name, sum);
    return sum;
  };
  for await (const part of deliveredReadings(context, span)) {
    for (const reading of part) addReading(sumOf(reading.reader ?? nobody), reading);
  }
  for (let from = span.from; from < span.to; from += timeAtOnce) {
    const part = { from, to: Math.min(from + timeAtOnce, span.to) };
    await letOthersGo();
    for (const { name, count } of countSubmitted(db, part)) sumOf(name).submitted += count;
    for (const { name, count } of countReturned(db, part)) sumOf(name).returned += count;
  }
  await letOthersGo();
  const late = new Map(countLateByReader(db, now, Math.min(now, span.to)).map((row) => [row.readerId, row]));
  const readers = listReadersWithOpen(db).flatMap(({ id, username, isActive, open }) => {
    const did = sums.get(username);
    if (!isActive && open === 0 && !did) return [];
    return present(username, { ...(did ?? nothing()), open, ...pickLate(late.get(id)) });
  });
  const nobodys = sums.get(nobody);
  return nobodys?.delivered ? [...readers, present(null, nobodys)] : readers;
}

interface Delivered {
  /** `2026-11-20`, in the business's time zone. */
  day: string;
  reading: DeliveredReading;
}

/** Amounts as they are in the export of orders. */
const columns: CsvColumns<Delivered> = [
  ['Reader', ({ reading }) => reading.reader ?? ''],
  ['Order', ({ reading }) => reading.orderNumber],
  ['Delivered', ({ day }) => day],
  ['Words', ({ reading }) => String(countWords(reading.content))],
  ['Type', ({ reading }) => readingTypeNames[reading.readingType]],
  ['Amount (USD)', ({ reading }) => formatDecimal(reading.amountCents)],
  ['Refunded (USD)', ({ reading }) => formatDecimal(reading.refundedCents)],
];

/**
 * @param period as `isPeriod` knows it
 * @returns a file by which readers are paid, one row for each reading that was delivered then: its name, and its parts
 */
export async function exportDelivered(
  context: Context,
  user: SignedIn,
  period: string,
): Promise<{ name: string; parts: AsyncIterable<string> }> {
  const days = daysOf(context, period);
  const [from, to] = [days.first, dayAfter(days.first, days.count - 1)].map(formatIsoDay);
  await writeTransaction(context.db, (tx) =>
    recordAudit(tx, {
      actor: user,
      at: context.clock.now(),
      action: 'list_exported',
      subject: { kind: 'list', id: 'readings', label: 'Delivered readings' },
      details: { from: from ?? null, to: to ?? null },
    }),
  );
  return { name: `readings-${from}-to-${to}.csv`, parts: csvParts(context, spanOf(context, days)) };
}

async function* csvParts(context: Context, span: Span): AsyncGenerator<string> {
  const dayOf = (time: number) => formatIsoDay(localDay(time, context.config.businessTimeZone));
  yield csvTitles(columns);
  for await (const part of deliveredReadings(context, span)) {
    yield csvRows(
      columns,
      part.map((reading) => ({ day: dayOf(reading.deliveredAt), reading })),
    );
  }
}

/** Part by part, so that others have their turns between them. */
async function* deliveredReadings({ db }: Context, span: Span): AsyncGenerator<DeliveredReading[]> {
  let place: DeliveryPlace | null = null;
  do {
    await letOthersGo();
    const part: DeliveredReading[] = listDelivered(db, span, place, readingsAtOnce);
    yield part;
    place = part.length === readingsAtOnce ? (part.at(-1) ?? null) : null;
  } while (place);
}

function daysOf({ clock, config }: Context, period: string): PeriodDays {
  return periodDays(period, localDay(clock.now(), config.businessTimeZone));
}

function spanOf({ config }: Context, days: PeriodDays): Span {
  return spanOfDays(days, config.businessTimeZone);
}

function nothing(): Sum {
  return {
    delivered: 0,
    onTime: 0,
    overdue: 0,
    submitted: 0,
    returned: 0,
    words: 0,
    open: 0,
    late: 0,
    tenths: [],
  };
}

function addReading(sum: Sum, { content, assignedAt, dueAt, deliveredAt }: DeliveredReading): void {
  sum.delivered += 1;
  if (dueAt !== null && deliveredAt <= dueAt) sum.onTime += 1;
  sum.words += countWords(content);
  if (assignedAt !== null) sum.tenths.push(inTenths(deliveredAt - assignedAt));
}

function pickLate(found: { late: number; overdue: number } | undefined) {
  return { late: found?.late ?? 0, overdue: found?.overdue ?? 0 };
}

function present(reader: string | null, { tenths, ...figures }: Sum): ReaderFigures {
  const times = tenths.sort((a, b) => a - b).map((value) => ({ tenths: value, count: 1 }));
  return { reader, ...figures, medianHours: medianHours(times) };
}
