import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { whatOthersDid } from '../../client/orders/meanwhile.ts';
import { eventText } from '../../client/orders/money/event-words.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { handsOnFocus } from '../ui/hands-on-focus.ts';

/** Says what others have done to an order since it was opened, or since that was taken note of. */
export function Meanwhile({ orderId }: { orderId: string }) {
  const { happened } = useBusinessDays();
  const { readings, username } = useAdminDesk();
  const { data: events } = useStore(readings.eventsOf(orderId).$state);
  const [since, setSince] = useState<number | null>(null);
  const newest = events?.at(-1)?.id ?? 0;
  if (events && since === null) setSince(newest);
  const news = events && since !== null ? whatOthersDid(events, { since, username }) : [];
  return (
    // What is announced is there before its words.
    <div role="status" className={news.length > 0 ? undefined : 'contents'}>
      {news.length > 0 && (
        <div
          ref={handsOnFocus}
          className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-field border border-info px-4 py-3"
        >
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-semibold">Changed meanwhile</p>
            <ul className="text-sm">
              {news.map((event) => (
                <li key={event.id} className="wrap-anywhere">
                  {eventText(event)}{' '}
                  <time dateTime={event.createdAt} className="text-quiet">
                    {happened(event.createdAt)}
                  </time>
                </li>
              ))}
            </ul>
          </div>
          <button type="button" className="btn btn-sm" onClick={() => setSince(newest)}>
            OK
          </button>
        </div>
      )}
    </div>
  );
}
