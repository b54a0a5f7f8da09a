import { type Page, pageRows } from '../../shared/list-page.ts';
import type { ReaderOrder } from '../../shared/orders/order-schema.ts';
import { isListedForReader } from '../../shared/orders/order-status.ts';
import { type EarlierReading, maxEarlierReadings } from '../../shared/readings/earlier-readings.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { cutPage, decodePosition, listPart, readOpenThenDone } from '../base/paging.ts';
import { isoTime } from '../base/time/moments.ts';
import { orderNotFound, requireOrder } from '../orders/find-order.ts';
import type { ReadersOrder } from '../orders/order-repository.ts';
import { presentAnswer, presentReaderOrder } from '../orders/present-order.ts';
import { readerSettings } from '../shop/change-settings.ts';
import {
  findOrderOfReader,
  listDeliveredTo,
  listDoneOrdersOfReader,
  listOpenOrdersOfReader,
} from './readers-orders-repository.ts';

/** Returns a page of a reader's orders: open ones, earliest due first, then those whose reading is approved. */
export function listAssignments(context: Context, reader: SignedIn, cursor?: string): Page<ReaderOrder> {
  const part = (after: number[] | null, limit: number) => {
    const [dueAt = 0, seq = 0] = after ?? [];
    return { readerId: reader.id, after: after && { dueAt, seq }, limit };
  };
  const found = readOpenThenDone<ReadersOrder>(decodePosition('assignments', cursor, 3), pageRows + 1, {
    open: (after, limit) => listOpenOrdersOfReader(context.db, part(after, limit)),
    done: (after, limit) => listDoneOrdersOfReader(context.db, part(after, limit)),
  });
  const { rows, next } = cutPage(found, pageRows, 'assignments', placeOf);
  return { rows: rows.map(presentReaderOrder), next };
}

function placeOf({ status, dueAt, seq }: ReadersOrder): number[] {
  return [status === 'approved' ? listPart.done : listPart.open, dueAt ?? 0, seq];
}

/** Returns an order on the reader's own list; null for any other. @param name an order's number or its id */
export function findReadersOrder(
  { db }: Context,
  reader: Pick<SignedIn, 'id'>,
  name: string,
): ReaderOrder | null {
  const order = findOrderOfReader(db, reader.id, name);
  return order && isListedForReader(order) ? presentReaderOrder(order) : null;
}

/** As `findReadersOrder`. @throws {DomainError} `order_not_found` */
export function requireReadersOrder(context: Context, reader: SignedIn, name: string): ReaderOrder {
  const order = findReadersOrder(context, reader, name);
  if (!order) throw orderNotFound();
  return order;
}

/** Returns an order's customer's earlier readings, newest first; [] once it is approved, or if switched off. */
export function readEarlierReadings(context: Context, reader: SignedIn, name: string): EarlierReading[] {
  const { id } = requireReadersOrder(context, reader, name);
  if (!readerSettings.read(context.db).showEarlierReadings) return [];
  const { canonicalEmail, seq, status } = requireOrder(context.db, id);
  if (status === 'approved') return [];
  return listDeliveredTo(context.db, canonicalEmail, seq, maxEarlierReadings).map(
    ({ offerName, ...row }) => ({
      ...row,
      offer: { name: offerName },
      answers: row.answers.map(presentAnswer),
      deliveredAt: isoTime(row.deliveredAt ?? 0),
    }),
  );
}
