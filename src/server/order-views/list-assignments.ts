import type { ReaderOrder } from '../../shared/orders/orders.ts';
import { type Page, pageRows } from '../../shared/pages.ts';
import { decodePlace, encodePlace } from '../basics/paging.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { presentReaderOrder } from '../orders/present-order.ts';
import {
  listDoneOrdersOfReader,
  listOpenOrdersOfReader,
  type ReadersOrder,
  type ReadersPlace,
} from './assignments-repository.ts';

const [open, done] = [0, 1];

/**
 * @param cursor where the part before ended
 * @returns a part of the orders assigned to a reader: the open ones first, the most urgent of them at the top,
 *   then those that are delivered, the latest first
 * @throws {DomainError} `invalid_request` for a cursor that is none of this list
 */
export function listAssignments(context: Context, reader: SignedIn, cursor?: string): Page<ReaderOrder> {
  const [kind = open, dueAt = 0, seq = 0] = decodePlace('assignments', cursor, 3) ?? [];
  const after = (which: number): ReadersPlace | null =>
    cursor !== undefined && kind === which ? { dueAt, seq } : null;
  const part = { readerId: reader.id, limit: pageRows + 1 };
  const found: ReadersOrder[] = [];
  if (kind === open) found.push(...listOpenOrdersOfReader(context.db, { ...part, after: after(open) }));
  const limit = part.limit - found.length;
  if (limit > 0) found.push(...listDoneOrdersOfReader(context.db, { ...part, limit, after: after(done) }));
  const rows = found.slice(0, pageRows);
  const last = rows.at(-1);
  const next = found.length > rows.length && last ? encodePlace('assignments', placeOf(last)) : null;
  return { rows: rows.map(presentReaderOrder), next };
}

function placeOf({ status, dueAt, seq }: ReadersOrder): number[] {
  return [status === 'approved' ? done : open, dueAt ?? 0, seq];
}
