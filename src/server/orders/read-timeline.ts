import type { OrderEvent } from '../../shared/orders/orders.ts';
import { type Page, pageRows } from '../../shared/pages.ts';
import type { Context } from '../base/context.ts';
import { decodePlace, encodePlace } from '../base/paging.ts';
import { requireOrderEvenDeleted } from './find-order.ts';
import { listEvents } from './order-events-repository.ts';
import { presentEvent } from './present-order.ts';

export function readTimeline(context: Context, orderId: string, cursor?: string): Page<OrderEvent> {
  requireOrderEvenDeleted(context.db, orderId);
  const [after = 0] = decodePlace('events', cursor, 1) ?? [];
  const found = listEvents(context.db, orderId, { after, limit: pageRows + 1 });
  const rows = found.slice(0, pageRows);
  const last = rows.at(-1);
  const next = found.length > rows.length && last ? encodePlace('events', [last.id]) : null;
  return { rows: rows.map(presentEvent), next };
}
