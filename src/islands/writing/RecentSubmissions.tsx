import { useStore } from '@nanostores/react';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import { formatDateTime } from '../../client/format.ts';
import { readerStatusLabel } from '../../shared/orders/order-status.ts';
import { Badge } from '../ui/Badge.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** The last readings this reader has submitted. */
export function RecentSubmissions({ desk, isLoading }: { desk: ReaderDesk; isLoading: boolean }) {
  const recent = useStore(desk.$recent);
  return (
    <section aria-labelledby="recent-heading">
      <h2 id="recent-heading" className="mb-3 text-xl">
        My Recent Submissions
      </h2>
      {isLoading && <Skeleton className="h-24" />}
      {!isLoading && recent.length === 0 && <p className="text-quiet">No submissions yet.</p>}
      {recent.length > 0 && (
        <ul className="panel divide-y divide-base-300">
          {recent.map((order) => {
            const status = readerStatusLabel(order.status);
            return (
              <li key={order.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
                <div className="min-w-0 grow basis-48">
                  <p className="wrap-anywhere">
                    <span className="font-semibold whitespace-nowrap tabular-nums">{order.orderNumber}</span>{' '}
                    · {order.customerName}
                  </p>
                  {order.submittedAt && (
                    <p className="text-sm text-quiet">Submitted {formatDateTime(order.submittedAt)}</p>
                  )}
                </div>
                <Badge tone={status.tone}>{status.label}</Badge>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
