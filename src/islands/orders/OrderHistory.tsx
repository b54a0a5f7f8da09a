import { useStore } from '@nanostores/react';
import { eventText } from '../../client/orders/money/event-words.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useAdminDesk } from '../desk/desk-context.ts';

/** What happened to an order, folded away. */
export function OrderHistory({ orderId }: { orderId: string }) {
  const { happened } = useBusinessDays();
  const { readings } = useAdminDesk();
  const { data: events } = useStore(readings.eventsOf(orderId).$state);
  if (!events?.length) return null;
  return (
    <details>
      <summary className="cursor-pointer font-semibold">History ({events.length})</summary>
      <ol className="mt-2 grid gap-2 border-l border-hairline pl-4 text-sm">
        {events.map((event) => (
          <li key={event.id}>
            <span className="block wrap-anywhere">{eventText(event)}</span>
            <time dateTime={event.createdAt} className="text-quiet">
              {happened(event.createdAt)}
            </time>
          </li>
        ))}
      </ol>
    </details>
  );
}
