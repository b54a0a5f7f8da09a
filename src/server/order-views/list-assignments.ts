import type { ReaderOrder } from '../../shared/orders/orders.ts';
import { type Page, pageRows } from '../../shared/pages.ts';
import { decodePlace, encodePlace, half, readHalves } from '../basics/paging.ts';
import type { Context, SignedIn } from '../context/context.ts';
import type { ReadersOrder } from '../orders/order-repository.ts';
import { presentReaderOrder } from '../orders/present-order.ts';
import { listDoneOrdersOfReader, listOpenOrdersOfReader } from './assignments-repository.ts';

/**
 * @param cursor where the part before ended
 * @returns a part of the orders assigned to a reader: the open ones first, the most urgent of them at the top, then
 *   those that are delivered, the latest first
 * @throws {DomainError} `invalid_request` for a cursor that is not from this list
 */
export function listAssignments(context: Context, reader: SignedIn, cursor?: string): Page<ReaderOrder> {
  const part = (after: number[] | null, limit: number) => {
    const [dueAt = 0, seq = 0] = after ?? [];
    return { readerId: reader.id, after: after && { dueAt, seq }, limit };
  };
  const found = readHalves<ReadersOrder>(decodePlace('assignments', cursor, 3), pageRows + 1, {
    open: (after, limit) => listOpenOrdersOfReader(context.db, part(after, limit)),
    done: (after, limit) => listDoneOrdersOfReader(context.db, part(after, limit)),
  });
  const rows = found.slice(0, pageRows);
  const last = rows.at(-1);
  const next = found.length > rows.length && last ? encodePlace('assignments', placeOf(last)) : null;
  return { rows: rows.map(presentReaderOrder), next };
}

function placeOf({ status, dueAt, seq }: ReadersOrder): number[] {
  return [status === 'approved' ? half.done : half.open, dueAt ?? 0, seq];
}
