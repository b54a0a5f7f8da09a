import { type Page, pageRows } from '../../shared/list-page.ts';
import type { Reading } from '../../shared/readings/reading-schema.ts';
import type { Context } from '../base/context.ts';
import { decodePosition, encodePosition, listPart, readOpenThenDone } from '../base/paging.ts';
import { listHeldDeliveries } from '../mail/outbox-repository.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { presentReading } from './find-reading.ts';
import { listReadings, readingsOfOrders, type ShownReading } from './reading-repository.ts';

/** A page ends early when it is longer than this: 200 readings of a thousand words fit in. */
const bytesAtOnce = 1_400_000;

const limit = pageRows + 1;

/** Returns a page of readings under review, the earliest due first. @throws {DomainError} for a wrong cursor */
export function listReadingsToReview(context: Context, cursor?: string): Page<Reading> {
  const place = decodePosition('pending readings', cursor, 2);
  const after = place && { dueAt: place[0] ?? 0, seq: place[1] ?? 0 };
  const found = listReadings(context.db, 'pending', after, limit);
  return pageOf(context, found, 'pending readings', ({ dueAt, seq }) => [dueAt ?? 0, seq]);
}

/** Returns a page of readings: open orders, then approved, each newest first. @throws {DomainError} for a wrong cursor */
export function listAllReadings(context: Context, cursor?: string): Page<Reading> {
  const found = readOpenThenDone(decodePosition('readings', cursor, 2), limit, {
    open: (after, count) =>
      listReadings(context.db, 'open', after && { dueAt: 0, seq: after[0] ?? 0 }, count),
    done: (after, count) =>
      listReadings(context.db, 'approved', after && { dueAt: 0, seq: after[0] ?? 0 }, count),
  });
  return pageOf(context, found, 'readings', ({ status, seq }) => [
    status === 'approved' ? listPart.done : listPart.open,
    seq,
  ]);
}

/** Returns the approved readings whose mail is held back for undoing, the next to be sent first. */
export function listHeldReadings(context: Context): Reading[] {
  const { db, clock } = context;
  const held = listHeldDeliveries(db, clock.now());
  const ids = held.flatMap(({ orderId }) => orderId ?? []).slice(0, pageRows);
  if (ids.length === 0) return [];
  const found = new Map(readingsOfOrders(db, ids).map((row) => [row.order.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []).map((row) => presentReading(context, db, row));
}

function pageOf(
  context: Context,
  found: ShownReading[],
  list: string,
  placeOf: (order: OrderRow) => number[],
): Page<Reading> {
  const rows: Reading[] = [];
  let bytes = 0;
  for (const [index, row] of found.entries()) {
    const reading = presentReading(context, context.db, row);
    bytes += Buffer.byteLength(JSON.stringify(reading));
    const last = found[index - 1];
    if (last && (rows.length === pageRows || bytes > bytesAtOnce))
      return { rows, next: encodePosition(list, placeOf(last.order)) };
    rows.push(reading);
  }
  return { rows, next: null };
}
