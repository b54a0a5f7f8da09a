import { listed } from '../../../db/prepared.ts';
import { type Page, pageRows } from '../../shared/pages.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { decodePlace, encodePlace, half } from '../basics/paging.ts';
import type { Context } from '../context/context.ts';
import type { DuePlace } from '../orders/due-place-repository.ts';
import { listHeldDeliveries } from '../outbox/outbox-repository.ts';
import { presentReading } from './kept/find-reading.ts';
import {
  listReadings,
  type ReadingList,
  readingsOfOrders,
  type ShownReading,
} from './kept/shown-readings-repository.ts';

/** A page ends early when it is longer than this: 200 readings of a thousand words fit in. */
const bytesAtOnce = 1_400_000;

const readAtOnce = 25;

/**
 * @param cursor the end of the page before
 * @returns a page of the readings that wait for the admin, the most urgent first
 * @throws {DomainError} `invalid_request` for a cursor that is not from this list
 */
export function listReadingsToReview(context: Context, cursor?: string): Page<Reading> {
  const place = decodePlace('pending readings', cursor, 2);
  const found = readingsFrom(context, 'pending', place && { dueAt: place[0] ?? 0, seq: place[1] ?? 0 });
  return pageOf(context, found, ({ order }) =>
    encodePlace('pending readings', [order.dueAt ?? 0, order.seq]),
  );
}

/**
 * @param cursor the end of the page before
 * @returns a page of all readings: those of open orders first, then the others, each with the newest orders first
 * @throws {DomainError} `invalid_request` for a cursor that is not from this list
 */
export function listAllReadings(context: Context, cursor?: string): Page<Reading> {
  const place = decodePlace('readings', cursor, 2);
  const [reached, seq = 0] = place ?? [half.open];
  const after = place && { dueAt: 0, seq };
  function* found() {
    if (reached === half.open) yield* readingsFrom(context, 'open', after);
    yield* readingsFrom(context, 'approved', reached === half.open ? null : after);
  }
  return pageOf(context, found(), ({ order }) =>
    encodePlace('readings', [order.status === 'approved' ? half.done : half.open, order.seq]),
  );
}

/** @returns the approved readings whose mail is still held and whose approval can be undone, the next to leave first */
export function listHeldReadings(context: Context): Reading[] {
  const { db, clock } = context;
  const ids = [...listHeldDeliveries(db, clock.now()).keys()].slice(0, pageRows);
  const rows = readingsOfOrders(db).all({ orderIds: listed(ids) });
  const found = new Map(rows.map((row) => [row.order.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []).map((row) => presentReading(context, db, row));
}

function* readingsFrom({ db }: Context, list: ReadingList, start: DuePlace | null): Generator<ShownReading> {
  let after = start;
  do {
    const part = listReadings(db, list, after, readAtOnce);
    yield* part;
    const last = part.length === readAtOnce ? part.at(-1)?.order : undefined;
    after = last ? { dueAt: last.dueAt ?? 0, seq: last.seq } : null;
  } while (after);
}

function pageOf(
  context: Context,
  found: Iterable<ShownReading>,
  encode: (last: ShownReading) => string,
): Page<Reading> {
  const rows: Reading[] = [];
  let last: ShownReading | undefined;
  let bytes = 0;
  for (const row of found) {
    const reading = presentReading(context, context.db, row);
    bytes += Buffer.byteLength(JSON.stringify(reading));
    if (last && (rows.length === pageRows || bytes > bytesAtOnce)) return { rows, next: encode(last) };
    rows.push(reading);
    last = row;
  }
  return { rows, next: null };
}
