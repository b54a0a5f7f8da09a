import { useStore } from '@nanostores/react';
import { limits } from '../../shared/limits.ts';
import {
  orderStatuses,
  paymentStatuses,
  paymentStatusLabels,
  statusLabels,
} from '../../shared/orders/order-status.ts';
import { useAdminDesk } from '../desk/desk-context.ts';

/** The search box and the filters above the list of orders. */
export function OrderFilters() {
  const { orders, readers } = useAdminDesk();
  const view = useStore(orders.$view);
  const text = useStore(orders.$searchText);
  const { data: people = [] } = useStore(readers.$state);

  return (
    <form
      aria-label="Filter orders"
      className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3 sm:grid-cols-4 lg:grid-cols-[1fr_auto_auto_auto_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        orders.searchNow();
      }}
    >
      <label className="col-span-full grid gap-1 lg:col-span-1">
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
    </form>
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
        className="select w-full lg:w-40"
        value={value}
        onChange={(event) => onSelect(event.target.value)}
      >
        {children}
      </select>
    </label>
  );
}
