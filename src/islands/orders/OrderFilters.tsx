import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
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
import { PeriodOptions } from '../ui/forms/PeriodOptions.tsx';
import { usePeriod } from '../ui/forms/use-period.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

const DaysForm = lazyPart(
  () => import('../ui/forms/DaysForm.tsx'),
  'DaysForm',
  <Skeleton className="h-16" />,
);

/** The search box of the list of orders, and its filters, each with its value. */
export function OrderFilters() {
  const { orders, readers } = useAdminDesk();
  const view = useStore(orders.$view);
  const text = useStore(orders.$searchText);
  const { data: people = [] } = useStore(readers.$state);
  const period = usePeriod(view.placed, (placed) => orders.filter({ placed }));
  const isLate = view.show === 'overdue';

  return (
    <>
      <form
        aria-label="Filter orders"
        className="flex grow flex-wrap items-center gap-1.5 @xl:gap-2"
        onFocus={DaysForm.prefetch}
        onPointerEnter={DaysForm.prefetch}
        onSubmit={(event) => {
          event.preventDefault();
          orders.searchNow();
        }}
      >
        <input
          type="search"
          aria-label="Search"
          className="input h-8 min-w-0 grow basis-full @xl:max-w-96 @xl:basis-66"
          placeholder="Name, email or order number"
          maxLength={limits.searchCharacters}
          autoComplete="off"
          value={text}
          onChange={(event) => orders.search(event.target.value)}
        />
        <FilterChip
          label="Status"
          inset="pl-15"
          value={view.show === 'deleted' ? 'deleted' : view.status}
          onSelect={(status) => {
            const { show } = view;
            if (status === 'deleted') orders.filter({ status: '', show: status });
            else orders.filter({ status, show: show === 'deleted' ? '' : show });
          }}
        >
          <option value="">All</option>
          {orderStatuses.map((status) => (
            <option key={status} value={status}>
              {statusLabels.admin[status].label}
            </option>
          ))}
          <option value="deleted">Deleted</option>
        </FilterChip>
        <FilterChip
          label="Payment"
          inset="pl-19"
          value={view.payment}
          onSelect={(payment) => orders.filter({ payment })}
        >
          <option value="">All but unpaid</option>
          <option value="all">All</option>
          {paymentStatuses.map((status) => (
            <option key={status} value={status}>
              {status === 'disputed' ? 'Disputed or lost' : paymentStatusLabels[status].label}
            </option>
          ))}
        </FilterChip>
        <FilterChip
          label="Reader"
          inset="pl-16"
          value={view.reader}
          onSelect={(reader) => orders.filter({ reader })}
        >
          <option value="">All</option>
          <option value="none">Unassigned</option>
          {people.map(({ id, username }) => (
            <option key={id} value={id}>
              {username}
            </option>
          ))}
        </FilterChip>
        <FilterChip label="Placed" inset="pl-16" value={period.value} onSelect={period.select}>
          <option value="">Any time</option>
          <PeriodOptions period={period} />
        </FilterChip>
        <button
          type="button"
          aria-pressed={isLate}
          className={classNames(chip, 'px-3 text-sm', isLate && chosen)}
          onClick={() => orders.filter({ show: isLate ? '' : 'overdue' })}
        >
          Late
        </button>
      </form>
      {period.showsDays && (
        <div className="order-last basis-full">
          <DaysForm
            key={view.placed}
            label="Placed in these days"
            days={period.days}
            onChoose={period.chooseDays}
          />
        </div>
      )}
    </>
  );
}

const chip = 'h-8 cursor-pointer rounded-full border border-field-line bg-base-100 font-semibold';
const chosen = 'border-primary bg-primary/14';

interface FilterChipProps {
  label: string;
  /** How far in the value begins, beside the label. */
  inset: string;
  value: string;
  onSelect: (value: string) => void;
  children: ReactNode;
}

/** Narrows the list down by one of some choices. */
function FilterChip({ label, inset, value, onSelect, children }: FilterChipProps) {
  return (
    <label className="relative flex max-w-full items-center">
      <span className="pointer-events-none absolute left-3 text-sm text-quiet">{label}</span>
      <select
        className={classNames(
          chip,
          'max-w-60 min-w-0 appearance-none truncate pr-6.5 [field-sizing:content]',
          inset,
          value && chosen,
        )}
        value={value}
        onChange={(event) => onSelect(event.target.value)}
      >
        {children}
      </select>
      <svg
        viewBox="0 0 12 12"
        aria-hidden="true"
        className="pointer-events-none absolute right-2.5 size-3"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <path d="M2 4l4 4 4-4" />
      </svg>
    </label>
  );
}
