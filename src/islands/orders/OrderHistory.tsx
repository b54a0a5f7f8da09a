import { useStore } from '@nanostores/react';
import { formatDateTime, humanize } from '../../client/format.ts';
import { formatCents } from '../../shared/money.ts';
import type { OrderEvent } from '../../shared/orders/orders.ts';
import { useAdminDesk } from '../desk/desk-context.ts';

/** What an event tells beyond its name: a sum, a reader, a kind of mail. */
function detailOf({ data }: OrderEvent): string {
  const cents = data.amountCents ?? data.refundedCents;
  const details = [
    typeof cents === 'number' && formatCents(cents),
    data.to && humanize(String(data.to)),
    data.reader && `to ${data.reader}`,
    data.kind && humanize(String(data.kind)),
    data.refundId && `${data.refundId}, ${data.refundStatus}`,
    data.revision && `version ${data.revision}`,
  ].filter(Boolean);
  return details.length > 0 ? ` (${details.join(', ')})` : '';
}

/** What happened to an order, folded away. */
export function OrderHistory({ orderId }: { orderId: string }) {
  const { readings } = useAdminDesk();
  const { data: events } = useStore(readings.eventsOf(orderId).$state);
  if (!events?.length) return null;
  return (
    <details>
      <summary className="cursor-pointer font-semibold">History ({events.length})</summary>
      <ol className="mt-2 grid gap-2 border-l border-hairline pl-4 text-sm">
        {events.map((event) => (
          <li key={event.id}>
            <span className="block wrap-anywhere">
              {humanize(event.type)} · {event.actor}
              {detailOf(event)}
            </span>
            <time dateTime={event.createdAt} className="text-quiet">
              {formatDateTime(event.createdAt)}
            </time>
          </li>
        ))}
      </ol>
    </details>
  );
}
