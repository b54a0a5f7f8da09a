import { type EarlierReading, earlierReadingsShown } from '../../../shared/readings/earlier-readings.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { requireOrder } from '../../orders/find-order.ts';
import { readerSettings } from '../../settings/reader-settings.ts';
import { isoTime } from '../../time/iso-time.ts';
import { listDeliveredTo } from './earlier-readings-repository.ts';
import { requireReadersOrder } from './find-readers-order.ts';

/**
 * Reads the earlier readings that the customer of an order received, by any reader: for the reader who writes for the
 * order. Empty once its reading is approved, or when the admin has switched this off.
 *
 * @param name the order's number or its id
 * @throws {DomainError} `order_not_found`, also for another reader's order
 */
export function readEarlierReadings(context: Context, reader: SignedIn, name: string): EarlierReading[] {
  const { id } = requireReadersOrder(context, reader, name);
  if (!readerSettings.read(context.db).showEarlierReadings) return [];
  const { canonicalEmail, seq, status } = requireOrder(context.db, id);
  if (status === 'approved') return [];
  return listDeliveredTo(context.db, { canonicalEmail, seq, limit: earlierReadingsShown }).map((row) => ({
    ...row,
    deliveredAt: isoTime(row.deliveredAt),
  }));
}
