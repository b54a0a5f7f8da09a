import type { OrderStatus } from '../../shared/orders/order-status.ts';
import { type Page, pageRows } from '../../shared/pages.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { decodePlace, encodePlace, half, readHalves } from '../basics/paging.ts';
import type { Context } from '../context/context.ts';
import { listHeldDeliveries } from '../outbox/outbox-repository.ts';
import { presentReading } from './kept/present-reading.ts';
import type { ShownReading } from './kept/reading-repository.ts';
import {
  type ListedReading,
  listPendingReadings,
  listReadingsIn,
  readListed,
  readReadingsOf,
} from './reading-list-repository.ts';

/** A page ends early when its texts are longer than this together: 200 readings of a thousand words fit in. */
const bytesAtOnce = 1_250_000;

/**
 * @param cursor where the part before ended
 * @returns a part of the readings that wait for the admin, the most urgent first
 * @throws {DomainError} `invalid_request` for a cursor that is not from this list
 */
export function listReadingsToReview(context: Context, cursor?: string): Page<Reading> {
  const place = decodePlace('pending readings', cursor, 2);
  const after = place && { dueAt: place[0] ?? 0, seq: place[1] ?? 0 };
  const found = listPendingReadings(context.db, after, pageRows + 1);
  return pageOf(context, found, ({ dueAt, seq }) => encodePlace('pending readings', [dueAt ?? 0, seq]));
}

/**
 * @param cursor where the part before ended
 * @returns a part of all readings: those of open orders first, then the others, each with the newest orders first
 * @throws {DomainError} `invalid_request` for a cursor that is not from this list
 */
export function listAllReadings(context: Context, cursor?: string): Page<Reading> {
  const listIn = (status: OrderStatus) => (after: number[] | null, limit: number) =>
    listReadingsIn(context.db, status, after?.[0] ?? null, limit);
  const [toReview, rejected] = [listIn('reading_uploaded'), listIn('rejected')];
  const found = readHalves<ListedReading>(decodePlace('readings', cursor, 2), pageRows + 1, {
    open: (...part) => [...toReview(...part), ...rejected(...part)].sort((a, b) => b.seq - a.seq),
    done: listIn('approved'),
  });
  return pageOf(context, found, (last) =>
    encodePlace('readings', [last.status === 'approved' ? half.done : half.open, last.seq]),
  );
}

/** @returns the approved readings whose mail is still held and whose approval can be undone, the next to leave first */
export function listHeldReadings(context: Context): Reading[] {
  const held = listHeldDeliveries(context.db, context.clock.now());
  const ids = [...held.keys()].slice(0, pageRows);
  const found = new Map(readReadingsOf(context.db, ids).map((row) => [row.orderId, row]));
  return ids.flatMap((id) => found.get(id) ?? []).map((row) => present(context, row, held));
}

function pageOf(
  context: Context,
  found: ListedReading[],
  encode: (last: ListedReading) => string,
): Page<Reading> {
  const shown: ListedReading[] = [];
  let bytes = 0;
  for (const reading of found.slice(0, pageRows)) {
    bytes += reading.bytes;
    if (shown.length > 0 && bytes > bytesAtOnce) break;
    shown.push(reading);
  }
  const hasApproved = shown.some(({ status }) => status === 'approved');
  const held = hasApproved ? listHeldDeliveries(context.db, context.clock.now()) : new Map<string, number>();
  const last = shown.at(-1);
  return {
    rows: readListed(context.db, shown).map((row) => present(context, row, held)),
    next: found.length > shown.length && last ? encode(last) : null,
  };
}

function present(context: Context, row: ShownReading, held: Map<string, number>): Reading {
  const heldUntil = row.status === 'approved' ? held.get(row.orderId) : undefined;
  return presentReading(row, heldUntil ?? null, context.clock.now());
}
