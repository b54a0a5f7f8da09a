import { useStore } from '@nanostores/react';
import { serverNow } from '../../../client/desk/server-clock.ts';
import { lastDecision } from '../../../client/readings/decisions.ts';
import type { Reading } from '../../../shared/readings/readings.ts';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { useRefreshOnMount } from '../../desk/use-refresh-on-mount.ts';
import { BackToList } from './BackToList.tsx';
import { paneOfChosen } from './use-focus-of-chosen.ts';

interface NotPendingProps {
  orderNumber: string;
  /** The reading, if it was pending while the admin had it open. */
  left: Reading | undefined;
}

/** Stands where a reading was that does not wait for approval any more: says what has become of it. */
export function NotPending({ orderNumber, left }: NotPendingProps) {
  const { review } = useAdminDesk();
  return (
    <section
      {...paneOfChosen}
      aria-labelledby="not-pending"
      className="panel grid justify-items-start gap-3 p-4 sm:p-6"
    >
      <div className="@4xl/review:hidden">
        <BackToList />
      </div>
      <h3 id="not-pending" className="text-lg">
        {orderNumber} does not wait for approval
      </h3>
      <p role="status">
        {left ? <Outcome reading={left} /> : 'No reading with this number is waiting for approval.'}
      </p>
      <button type="button" className="btn @max-4xl/review:hidden" onClick={() => review.step(1)}>
        Continue with the most urgent
      </button>
    </section>
  );
}

/** Who did what, as far as the history of the order tells. */
function Outcome({ reading }: { reading: Reading }) {
  const { happenedWhen } = useBusinessDays();
  const { readings } = useAdminDesk();
  const fetched = readings.eventsOf(reading.orderId);
  const { data: events } = useStore(fetched.$state);
  useRefreshOnMount(fetched);
  const last = lastDecision(events ?? []);
  if (!last) return 'Another admin decided on it, or its order was deleted.';
  return `${last.actor} ${last.words} ${happenedWhen(last.createdAt, serverNow())}.`;
}
