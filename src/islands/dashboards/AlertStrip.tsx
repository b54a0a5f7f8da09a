import { useStore } from '@nanostores/react';
import type { Alert } from '../../shared/alerts.ts';
import type { PaymentStatus } from '../../shared/orders/order-status.ts';
import { counted } from '../../shared/plural.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';

/** What the admin should look at, on top of everything; nothing at all when all is well. */
export function AlertStrip() {
  const { alerts } = useAdminDesk();
  const { data = [], error } = useStore(alerts.$state);
  return (
    <div aria-live="polite">
      {error && (
        <div className="mb-4">
          <LoadProblem error={error} fallback="The alerts could not be loaded." onRetry={alerts.refresh} />
        </div>
      )}
      {data.length > 0 && (
        <ul aria-label="Alerts" className="panel mb-4 divide-y divide-base-300 border-l-4 border-l-error">
          {data.map((alert) => (
            <li key={alert.code} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2">
              <p className="min-w-0 flex-1 basis-80 wrap-anywhere">{alert.message}</p>
              <WayThere alert={alert} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Leads to what an alert is about, as far as it is in this dashboard. */
function WayThere({ alert: { code, count, orders } }: { alert: Alert }) {
  const { detail, showPayments } = useAdminDesk();
  const link = 'text-link cursor-pointer font-semibold whitespace-nowrap tabular-nums';
  const payments = listed[code];
  const isAllNamed = count <= Math.max(orders.length, 1);
  return (
    <div className="flex min-w-0 flex-wrap gap-x-3">
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
      {!payments && !isAllNamed && <span className="text-quiet tabular-nums">{count} in all</span>}
    </div>
  );
}

/** Where a filter of the list finds all that an alert is about. */
const listed: Partial<Record<Alert['code'], PaymentStatus>> = {
  payment_review: 'review',
  payment_disputed: 'disputed',
};
