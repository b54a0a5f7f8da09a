import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import {
  orderStatuses,
  paymentStatuses,
  paymentStatusLabels,
  statusLabels,
} from '../../shared/orders/order-status.ts';
import { periodLabels, periodNames, readDays } from '../../shared/periods.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { classNames } from '../ui/class-names.ts';
import { lazyPart } from '../ui/errors/lazy-part.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const DaysForm = lazyPart(
  () => import('../ui/forms/DaysForm.tsx').then((loaded) => loaded.DaysForm),
  <Skeleton className="h-16" />,
);

const ownDays = 'own';
const noDays = { from: '', to: '' };

/** The search box and the filters above the list of orders; on a phone these are folded behind one button. */
export function OrderFilters() {
  const { orders, readers } = useAdminDesk();
  const view = useStore(orders.$view);
  const text = useStore(orders.$searchText);
  const { data: people = [] } = useStore(readers.$state);

  // Days of one's own are asked for, but not said yet.
  const [isAsking, setIsAsking] = useState(false);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const active = [view.status, view.payment, view.reader, view.show, view.placed].filter(Boolean).length;
  const onPhone = isUnfolded ? '' : '@max-xl:hidden';
  const own = readDays(view.placed);
  const showsDays = own !== null || isAsking;

  return (
    <div className="mb-4 grid gap-3">
      <form
        aria-label="Filter orders"
        className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3 @xl:grid-cols-3 @6xl:grid-cols-[1fr_repeat(5,auto)]"
        onFocus={DaysForm.prefetch}
        onPointerEnter={DaysForm.prefetch}
        onSubmit={(event) => {
          event.preventDefault();
          orders.searchNow();
        }}
      >
        <label className="col-span-full grid gap-1 @xl:col-span-1">
          <span className="text-sm font-semibold">Search</span>
          <input
            type="search"
            className="input w-full"
            placeholder="Name, email or order"
            maxLength={limits.searchCharacters}
            autoComplete="off"
            value={text}
            onChange={(event) => orders.search(event.target.value)}
          />
        </label>
        <button
          type="button"
          className="btn col-span-full @xl:hidden"
          aria-expanded={isUnfolded}
          aria-controls="order-filters"
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          {active > 0 ? `Filters (${active})` : 'Filters'}
        </button>
        <div id="order-filters" className={classNames('contents', onPhone)}>
          <Filter label="Status" value={view.status} onSelect={(status) => orders.filter({ status })}>
            <option value="">All statuses</option>
            {orderStatuses.map((status) => (
              <option key={status} value={status}>
                {statusLabels.admin[status].label}
              </option>
            ))}
          </Filter>
          <Filter label="Payment" value={view.payment} onSelect={(payment) => orders.filter({ payment })}>
            <option value="">All but unpaid</option>
            <option value="all">All payments</option>
            {paymentStatuses.map((status) => (
              <option key={status} value={status}>
                {status === 'disputed' ? 'Disputed or lost' : paymentStatusLabels[status].label}
              </option>
            ))}
          </Filter>
          <Filter label="Reader" value={view.reader} onSelect={(reader) => orders.filter({ reader })}>
            <option value="">All readers</option>
            <option value="none">Unassigned</option>
            {people.map(({ id, username }) => (
              <option key={id} value={id}>
                {username}
              </option>
            ))}
          </Filter>
          <Filter label="Show" value={view.show} onSelect={(show) => orders.filter({ show })}>
            <option value="">All orders</option>
            <option value="overdue">Overdue</option>
            <option value="deleted">Deleted</option>
          </Filter>
          <Filter
            label="Placed"
            value={showsDays ? ownDays : view.placed}
            onSelect={(placed) => {
              setIsAsking(placed === ownDays);
              if (placed !== ownDays) orders.filter({ placed });
            }}
          >
            <option value="">Any time</option>
            {periodNames.map((name) => (
              <option key={name} value={name}>
                {periodLabels[name]}
              </option>
            ))}
            <option value={ownDays}>From … to …</option>
          </Filter>
        </div>
      </form>
      {showsDays && (
        <div className={onPhone}>
          <DaysForm
            key={view.placed}
            label="Placed in these days"
            days={own ?? noDays}
            onChoose={(placed) => {
              setIsAsking(false);
              orders.filter({ placed });
            }}
          />
        </div>
      )}
    </div>
  );
}

interface FilterProps {
  label: string;
  value: string;
  onSelect: (value: string) => void;
  children: React.ReactNode;
}

function Filter({ label, value, onSelect, children }: FilterProps) {
  return (
    <label className="grid gap-1">
      <span className="text-sm font-semibold">{label}</span>
      <select
        className="select w-full @6xl:w-40"
        value={value}
        onChange={(event) => onSelect(event.target.value)}
      >
        {children}
      </select>
    </label>
  );
}
