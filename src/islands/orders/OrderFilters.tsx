import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import {
  orderStatuses,
  paymentStatuses,
  paymentStatusLabels,
  statusLabels,
} from '../../shared/orders/order-status.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { classNames } from '../ui/class-names.ts';
import { lazyPart } from '../ui/errors/lazy-part.tsx';
import { FilterChoice, FilterPeriod } from '../ui/forms/FilterChoice.tsx';
import { usePeriod } from '../ui/forms/use-period.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

const DaysForm = lazyPart(
  () => import('../ui/forms/DaysForm.tsx'),
  'DaysForm',
  <Skeleton className="h-16" />,
);

const width = '@6xl:w-40';

/** The search box and the filters above the list of orders; on a phone these are folded behind one button. */
export function OrderFilters() {
  const { orders, readers } = useAdminDesk();
  const view = useStore(orders.$view);
  const text = useStore(orders.$searchText);
  const { data: people = [] } = useStore(readers.$state);

  const period = usePeriod(view.placed, (placed) => orders.filter({ placed }));
  const [isUnfolded, setIsUnfolded] = useState(false);
  const active = [view.status, view.payment, view.reader, view.show, view.placed].filter(Boolean).length;
  const onPhone = isUnfolded ? '' : '@max-xl:hidden';

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
          <FilterChoice
            width={width}
            label="Status"
            value={view.status}
            onSelect={(status) => orders.filter({ status })}
          >
            <option value="">All statuses</option>
            {orderStatuses.map((status) => (
              <option key={status} value={status}>
                {statusLabels.admin[status].label}
              </option>
            ))}
          </FilterChoice>
          <FilterChoice
            width={width}
            label="Payment"
            value={view.payment}
            onSelect={(payment) => orders.filter({ payment })}
          >
            <option value="">All but unpaid</option>
            <option value="all">All payments</option>
            {paymentStatuses.map((status) => (
              <option key={status} value={status}>
                {status === 'disputed' ? 'Disputed or lost' : paymentStatusLabels[status].label}
              </option>
            ))}
          </FilterChoice>
          <FilterChoice
            width={width}
            label="Reader"
            value={view.reader}
            onSelect={(reader) => orders.filter({ reader })}
          >
            <option value="">All readers</option>
            <option value="none">Unassigned</option>
            {people.map(({ id, username }) => (
              <option key={id} value={id}>
                {username}
              </option>
            ))}
          </FilterChoice>
          <FilterChoice
            width={width}
            label="Show"
            value={view.show}
            onSelect={(show) => orders.filter({ show })}
          >
            <option value="">All orders</option>
            <option value="overdue">Overdue</option>
            <option value="deleted">Deleted</option>
          </FilterChoice>
          <FilterPeriod label="Placed" period={period} width={width} />
        </div>
      </form>
      {period.showsDays && (
        <div className={onPhone}>
          <DaysForm
            key={view.placed}
            label="Placed in these days"
            days={period.days}
            onChoose={period.chooseDays}
          />
        </div>
      )}
    </div>
  );
}
