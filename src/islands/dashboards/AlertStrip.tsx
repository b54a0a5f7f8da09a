import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import type { Alert } from '../../shared/alerts.ts';
import type { PaymentStatus } from '../../shared/orders/order-status.ts';
import { counted } from '../../shared/plural.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useBetweenPresses } from '../desk/use-between-presses.ts';
import { classNames } from '../ui/class-names.ts';
import { Chevron } from '../ui/drawings/Chevron.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';

/** What the admin should look at, on top of everything; nothing at all when all is well. */
export function AlertStrip() {
  const { alerts } = useAdminDesk();
  const { data = [], error } = useBetweenPresses(useStore(alerts.$state));
  return (
    <div aria-live="polite" data-news>
      {error && (
        <div className="mb-4">
          <LoadProblem error={error} fallback="The alerts could not be loaded." onRetry={alerts.refresh} />
        </div>
      )}
      <Strip alerts={data} />
    </div>
  );
}

/** One line for each, and on a phone one for all of them, which a tap unfolds. */
function Strip({ alerts }: { alerts: Alert[] }) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const list = useId();
  const [first] = alerts;
  if (!first) return null;
  return (
    <div className="panel mb-4 border-l-4 border-l-error text-sm">
      <button
        type="button"
        className="flex min-h-11 w-full cursor-pointer items-center gap-2 px-4 text-left sm:hidden"
        aria-expanded={isUnfolded}
        aria-controls={list}
        onClick={() => setIsUnfolded(!isUnfolded)}
      >
        <strong className="whitespace-nowrap">{counted(alerts.length, 'alert')}</strong>
        <span className="min-w-0 grow truncate text-quiet" title={first.message}>
          {!isUnfolded && first.message}
        </span>
        <Chevron isUp={isUnfolded} />
      </button>
      <ul
        id={list}
        aria-label="Alerts"
        className={classNames(
          'divide-y divide-base-300',
          isUnfolded ? 'max-sm:border-t max-sm:border-base-300' : 'max-sm:hidden',
        )}
      >
        {alerts.map((alert) => (
          <li key={alert.message} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-1.5">
            <p className="min-w-0 flex-1 basis-80 wrap-anywhere">{alert.message}</p>
            <WayThere alert={alert} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Leads to what an alert is about, as far as it is in this dashboard. */
function WayThere({ alert: { code, count, orders } }: { alert: Alert }) {
  const { detail, selectTab, showPayments } = useAdminDesk();
  const link = 'text-link cursor-pointer font-semibold whitespace-nowrap tabular-nums';
  const payments = listed[code];
  const isAllNamed = count <= Math.max(orders.length, 1);
  return (
    <div className="flex min-w-0 flex-wrap gap-x-3 gap-y-1">
      {orders.map(({ id, orderNumber }) => (
        <button key={id} type="button" className={link} onClick={() => detail.open(id)}>
          {orderNumber}
        </button>
      ))}
      {payments && (orders.length === 0 || !isAllNamed) && (
        <button type="button" className={link} onClick={() => showPayments(payments)}>
          Show {counted(count, 'order')}
        </button>
      )}
      {code === 'nobody_free' && (
        <button type="button" className={link} onClick={() => selectTab('settings')}>
          Open People
        </button>
      )}
      {!payments && !isAllNamed && <span className="text-quiet tabular-nums">{count} in all</span>}
    </div>
  );
}

/** Where a filter of the list finds all that an alert is about. */
const listed: Partial<Record<Alert['code'], PaymentStatus>> = {
  payment_review: 'review',
  payment_disputed: 'disputed',
};
