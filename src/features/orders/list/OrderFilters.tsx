import { useStore } from '@nanostores/react';
import { type ReactNode, useId, useState } from 'react';
import { limits } from '../../../shared/limits.ts';
import {
  orderStatuses,
  paymentStatuses,
  paymentStatusLabels,
  statusLabels,
} from '../../../shared/orders/order-status.ts';
import { nameOf } from '../../../shared/people/signed-in-user.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Options } from '../../../ui/forms/choices.tsx';
import { chip, chosenChip, FilterChip } from '../../../ui/forms/FilterChip.tsx';
import { usePeriod } from '../../../ui/forms/use-period.tsx';
import { useDeskStore, useSeveralOffers } from '../../desk/desk-hooks.ts';
import { createOrderDesk } from '../order-desk.ts';

/** Renders the search and the filters, which fold on narrow lists. @param props.children rendered last */
export function OrderFilters({ children }: { children: ReactNode }) {
  const { orders, readers } = useDeskStore(createOrderDesk);
  const view = useStore(orders.$view);
  const text = useStore(orders.$searchText);
  const { data: people = [] } = useStore(readers.$state);
  const offers = useSeveralOffers();
  const period = usePeriod(view.placed, (placed) => orders.filter({ placed }));
  const isLate = view.show === 'overdue';
  const chips = useId();
  const [isOpen, setIsOpen] = useState(false);
  const chosen = [view.status, view.payment, view.reader, view.offer, view.placed, view.show];
  const set = chosen.filter(Boolean).length;

  return (
    <>
      <form
        aria-label="Filter orders"
        className="flex min-w-0 flex-1 flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          orders.searchNow();
        }}
      >
        <input
          type="search"
          aria-label="Search"
          className="input h-8 min-w-0 flex-1 basis-48 @xl:max-w-96 @6xl:basis-60"
          placeholder="Name, email or number"
          maxLength={limits.searchCharacters}
          autoComplete="off"
          value={text}
          onChange={(event) => orders.search(event.target.value)}
        />
        <Button
          className={classNames(chip, 'px-2.5 text-sm @6xl:hidden', set > 0 && chosenChip)}
          aria-expanded={isOpen}
          aria-controls={chips}
          onClick={() => setIsOpen(!isOpen)}
        >
          {set > 0 ? `Filters (${set})` : 'Filters'}
        </Button>
        <div id={chips} className={isOpen ? 'contents' : 'hidden @6xl:contents'}>
          <FilterChip
            label="Status"
            inset="pl-15"
            value={view.show === 'deleted' ? 'deleted' : view.status}
            onSelect={(status) => {
              if (status === 'deleted') orders.filter({ status: '', show: status });
              else orders.filter({ status, show: isLate ? 'overdue' : '' });
            }}
          >
            <option value="">All</option>
            <Options of={orderStatuses.map((status) => [status, statusLabels.admin[status].label])} />
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
            <Options
              of={paymentStatuses.map((status) => [
                status,
                status === 'disputed' ? 'Disputed or lost' : paymentStatusLabels[status].label,
              ])}
            />
          </FilterChip>
          <FilterChip
            label="Reader"
            inset="pl-16"
            value={view.reader}
            onSelect={(reader) => orders.filter({ reader })}
          >
            <option value="">All</option>
            <option value="none">Unassigned</option>
            <Options of={people.map(({ id, ...reader }) => [id, nameOf(reader)])} />
          </FilterChip>
          {offers.length > 0 && (
            <FilterChip
              label="Offer"
              inset="pl-13.5"
              value={view.offer}
              onSelect={(offer) => orders.filter({ offer })}
            >
              <option value="">All</option>
              <Options of={offers.map(({ id, name }) => [id, name])} />
            </FilterChip>
          )}
          <FilterChip label="Placed" inset="pl-16" value={period.value} onSelect={period.select}>
            <option value="">Any time</option>
            {period.options}
          </FilterChip>
          <Button
            aria-pressed={isLate}
            className={classNames(chip, 'px-3 text-sm', isLate && chosenChip)}
            onClick={() => orders.filter({ show: isLate ? '' : 'overdue' })}
          >
            Late
          </Button>
          {children}
        </div>
      </form>
      {period.showsDays && (
        <div className="order-last basis-full">{period.daysForm('Orders placed between')}</div>
      )}
    </>
  );
}
