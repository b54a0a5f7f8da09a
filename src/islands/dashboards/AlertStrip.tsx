import { useStore } from '@nanostores/react';
import { useEffect, useId, useState } from 'react';
import type { Alert } from '../../shared/alerts.ts';
import { plural } from '../../shared/plural.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useBetweenPresses } from '../desk/use-between-presses.ts';
import { Chevron } from '../ui/drawings/Chevron.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';

/** The alerts, in one line that opens the list. */
export function AlertStrip() {
  const { alerts, $tab } = useAdminDesk();
  const { data = [], error } = useBetweenPresses(useStore(alerts.$state));
  const [isOpen, setIsOpen] = useState(false);
  const list = useId();
  useEffect(() => $tab.listen(() => setIsOpen(false)), [$tab]);
  const isAny = data.length > 0;
  const things = data.reduce((sum, { count, orders }) => sum + (orders.length > 0 ? count : 1), 0);
  return (
    <div>
      {error && (
        <div className="mb-4">
          <LoadProblem error={error} fallback="The alerts could not be loaded." onRetry={alerts.refresh} />
        </div>
      )}
      <div className={isAny ? 'panel mb-4 border-l-4 border-l-error text-sm' : undefined}>
        {/* Always there: screen readers announce what changes in it. */}
        <div aria-live="polite">
          {isAny && (
            <button
              type="button"
              className="flex min-h-10.5 w-full cursor-pointer items-center justify-between gap-2 px-4 text-left font-semibold"
              aria-expanded={isOpen}
              aria-controls={list}
              onClick={() => setIsOpen(!isOpen)}
            >
              {`${things} ${plural(things, 'thing needs', 'things need')} you`}
              <Chevron isUp={isOpen} />
            </button>
          )}
        </div>
        {isAny && (
          <ul
            id={list}
            aria-label="Alerts"
            hidden={!isOpen}
            className="divide-y divide-base-300 border-t border-base-300"
          >
            {data.map((alert) => (
              <li key={alert.message} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-1.5">
                <p className="min-w-0 flex-1 basis-80 wrap-anywhere">{alert.message}</p>
                <WayThere alert={alert} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Links to what an alert is about. */
function WayThere({ alert: { code, count, orders } }: { alert: Alert }) {
  const { detail, selectTab } = useAdminDesk();
  const link = 'text-link cursor-pointer font-semibold whitespace-nowrap tabular-nums';
  return (
    <div className="flex min-w-0 flex-wrap gap-x-3 gap-y-1">
      {orders.map(({ id, orderNumber }) => (
        <button key={id} type="button" className={link} onClick={() => detail.open(id)}>
          {orderNumber}
        </button>
      ))}
      {code === 'nobody_free' && (
        <button type="button" className={link} onClick={() => selectTab('settings', 'people')}>
          Open People
        </button>
      )}
      {count > Math.max(orders.length, 1) && <span className="text-quiet tabular-nums">{count} in all</span>}
    </div>
  );
}
