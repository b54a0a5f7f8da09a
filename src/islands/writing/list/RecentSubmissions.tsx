import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { orderAddress } from '../../../client/dashboards/reader-address.ts';
import type { ReaderDesk } from '../../../client/dashboards/reader-desk.ts';
import { recentSubmissions } from '../../../client/dashboards/reader-desk.ts';
import { readerStatusLabel } from '../../../shared/orders/order-status.ts';
import type { ReaderOrder } from '../../../shared/orders/orders.ts';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { Badge } from '../../ui/Badge.tsx';
import { InnerLink } from '../../ui/InnerLink.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The last readings this reader has submitted, and the earlier ones when they are asked for. */
export function RecentSubmissions({ desk, isLoading }: { desk: ReaderDesk; isLoading: boolean }) {
  const submitted = useStore(desk.$submitted);
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? submitted : submitted.slice(0, recentSubmissions);
  return (
    <section aria-labelledby="recent-heading">
      <h2 id="recent-heading" className="mb-3 text-xl">
        My Recent Submissions
      </h2>
      {isLoading && <Skeleton className="h-24" />}
      {!isLoading && submitted.length === 0 && <p className="text-quiet">No submissions yet.</p>}
      {shown.length > 0 && (
        <ul className="panel divide-y divide-base-300">
          {shown.map((order) => (
            <Submission key={order.id} order={order} onOpen={() => desk.open(order.orderNumber)} />
          ))}
        </ul>
      )}
      {submitted.length > recentSubmissions && (
        <button type="button" className="btn btn-sm mt-3" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? `Show the last ${recentSubmissions}` : `Show all ${submitted.length}`}
        </button>
      )}
    </section>
  );
}

function Submission({ order, onOpen }: { order: ReaderOrder; onOpen: () => void }) {
  const { orderNumber, customerName, submittedAt } = order;
  const { happened } = useBusinessDays();
  const status = readerStatusLabel(order.status);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 grow basis-48 max-sm:basis-full">
        <p className="wrap-anywhere">
          <InnerLink
            data-row={orderNumber}
            className="text-link inline-block py-0.5 font-semibold whitespace-nowrap tabular-nums"
            href={orderAddress(orderNumber)}
            onFollow={onOpen}
          >
            {orderNumber}
          </InnerLink>{' '}
          · <bdi>{customerName}</bdi>
        </p>
        {submittedAt && <p className="text-sm text-quiet">Submitted {happened(submittedAt)}</p>}
      </div>
      <Badge tone={status.tone}>{status.label}</Badge>
    </li>
  );
}
