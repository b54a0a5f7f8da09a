import { useStore } from '@nanostores/react';
import { useId, useRef, useState } from 'react';
import { exportAddress } from '../../client/orders/order-view.ts';
import { readerLabel } from '../../client/people/reader-choice.ts';
import { limits } from '../../shared/limits.ts';
import {
  orderStatuses,
  paymentStatuses,
  paymentStatusLabels,
  statusLabels,
} from '../../shared/orders/order-status.ts';
import { plural } from '../../shared/plural.ts';
import { useAdminDesk, useRunning } from '../desk/desk-hooks.ts';
import { ReadersProblem } from '../desk/ReadersProblem.tsx';
import { useBetweenPresses } from '../desk/use-between-presses.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/drawings/EmptyState.tsx';
import { lazyPart } from '../ui/errors/lazy-part.tsx';
import { LoadProblem } from '../ui/errors/WhenFetched.tsx';
import { chip, chosenChip, FilterChip } from '../ui/forms/FilterChip.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { usePeriod } from '../ui/forms/use-period.tsx';
import { handsOnFocus } from '../ui/hands-on-focus.ts';
import { Skeleton } from '../ui/pieces.tsx';
import { OrdersTable } from './OrdersTable.tsx';

export function OrdersTab() {
  const { orders } = useAdminDesk();
  const list = useBetweenPresses(useStore(orders.$state));
  const { orders: rows, view, isLoading, problem } = list;
  const count = list.total.toLocaleString('en-US') + (list.isTotalAtLeast ? ' or more' : '');
  const isFiltered = Boolean(
    view && (view.q || view.status || view.payment || view.reader || view.show || view.placed),
  );
  return (
    <section aria-labelledby="orders-heading" className="@container -mt-4.5">
      <h2 id="orders-heading" tabIndex={-1} className="sr-only">
        Order Management
      </h2>
      <div className="mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <OrderFilters />
        <p className="text-sm text-quiet tabular-nums" role="status">
          {view && !problem && `${count} ${plural(list.total, 'order')}`}
        </p>
        {view && rows.length > 0 && (
          <a className="btn btn-ghost btn-sm ml-auto [--size:2rem]" href={exportAddress(view)} download>
            Export CSV
          </a>
        )}
      </div>
      <ReadersProblem />
      {problem && (
        <div className="has-[+*]:mb-4">
          <LoadProblem error={problem} fallback="" onRetry={orders.refresh} />
        </div>
      )}
      {!view && !problem && <TableSkeleton />}
      {view && rows.length === 0 && isLoading && (
        <p role="status" className="panel p-4 text-quiet">
          Searching older orders…
        </p>
      )}
      {view && rows.length === 0 && !isLoading && !problem && (
        <div className="panel">
          {isFiltered ? (
            <EmptyState card="hermit" title="No orders match">
              <Button ref={handsOnFocus} className="btn btn-sm mt-1" onClick={orders.clearFilters}>
                Clear search and filters
              </Button>
            </EmptyState>
          ) : (
            <EmptyState card="star" title="No orders yet">
              Paid orders appear here.
            </EmptyState>
          )}
        </div>
      )}
      {rows.length > 0 && <OrdersTable rows={rows} isLoading={isLoading} />}
      {list.nextCursor && rows.length > 0 && (
        <div className="mt-4 flex flex-wrap items-center justify-center gap-3">
          <span className="text-sm text-quiet tabular-nums">
            {rows.length} of {count}
          </span>
          <Button isBusy={list.isLoadingMore} busyLabel="Loading…" onClick={orders.loadMore}>
            Load more
          </Button>
        </div>
      )}
      <BulkBar />
    </section>
  );
}

function TableSkeleton() {
  return (
    <div className="panel p-4" role="status" aria-label="Loading orders">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="my-3 h-9" />
      ))}
    </div>
  );
}

/** The first choice, so that orders are not assigned by mistake. */
const unchosen = 'unchosen';

function BulkBar() {
  const { selection } = useAdminDesk();
  const picked = useStore(selection.$picked);
  const count = picked.length;
  const isAnyRefused = useStore(selection.$refused).length > 0;
  const settled = picked.filter(({ status }) => status === 'approved').length;
  return (count > 0 || isAnyRefused) && <Bar count={count} settled={settled} />;
}

/** @param settled how many of the selected orders are approved and stay with their reader */
function Bar({ count, settled }: { count: number; settled: number }) {
  const { selection, readers, work } = useAdminDesk();
  const { data: people = [] } = useStore(readers.$state);
  const running = useRunning(work, 'selection');
  const progress = useStore(selection.$progress);
  const refused = useStore(selection.$refused);
  const choice = useRef<HTMLSelectElement>(null);
  const { fields, write, onSubmit } = useForm({
    stored: { reader: unchosen },
    toSent: (_, { reader }) => reader,
    async save(reader) {
      const isAssigned = await selection.assign(reader || null);
      // The button is off until another reader is chosen.
      if (isAssigned) choice.current?.focus();
      return isAssigned;
    },
  });
  const { reader } = fields;

  return (
    <section
      ref={handsOnFocus}
      aria-label="Selected orders"
      className="panel sticky bottom-[calc(0.75rem+var(--held-height,0rem))] z-10 mt-4 flex flex-wrap items-center gap-3 px-4 py-3 shadow-lg"
    >
      <p role="status" className="font-semibold tabular-nums">
        {count} selected
      </p>
      <form className="flex flex-wrap items-center gap-2" onSubmit={onSubmit}>
        <select
          ref={choice}
          data-reader-choice
          aria-label="Reader for the selected orders"
          className="select select-sm w-48"
          disabled={running !== undefined}
          value={reader}
          onChange={(event) => write({ reader: event.target.value })}
        >
          <option value={unchosen}>Choose a reader</option>
          {people.map((person) => (
            <option key={person.id} value={person.id}>
              {readerLabel(person)}
            </option>
          ))}
          <option value="">Unassigned</option>
        </select>
        <Button
          type="submit"
          className="btn btn-primary btn-sm"
          isBusy={running !== undefined}
          busyLabel={progress?.done ? `Assigning… ${progress.done} of ${progress.of}` : 'Assigning…'}
          disabled={reader === unchosen || count === settled}
        >
          Assign
        </Button>
      </form>
      <Button onClick={selection.download}>Export selected</Button>
      <Button className="btn btn-ghost btn-sm ml-auto" onClick={selection.clear}>
        Clear selection
      </Button>
      {settled > 0 && refused.length === 0 && (
        <p className="basis-full text-sm">
          {`${settled} of them ${plural(settled, 'is', 'are')} approved and ${plural(settled, 'stays', 'stay')} with ${plural(settled, 'its reader', 'their readers')}.`}
        </p>
      )}
      {refused.length > 0 && (
        <ul aria-label="Not reassigned" className="basis-full text-sm">
          {[...Map.groupBy(refused, ({ message }) => message)].map(([message, orders]) => (
            <li key={message} className="wrap-anywhere">
              <span className="font-semibold tabular-nums">
                {nameSome(orders.map(({ orderNumber }) => orderNumber))}
              </span>
              : {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function nameSome(orderNumbers: string[]): string {
  const named = orderNumbers.slice(0, 3).join(', ');
  return orderNumbers.length > 3 ? `${named} and ${orderNumbers.length - 3} more` : named;
}

const DaysForm = lazyPart(
  () => import('../ui/forms/DaysForm.tsx'),
  'DaysForm',
  <Skeleton className="h-16" />,
);

function OrderFilters() {
  const { orders, readers } = useAdminDesk();
  const view = useStore(orders.$view);
  const text = useStore(orders.$searchText);
  const { data: people = [] } = useStore(readers.$state);
  const period = usePeriod(view.placed, (placed) => orders.filter({ placed }));
  const isLate = view.show === 'overdue';
  const chips = useId();
  const [isOpen, setIsOpen] = useState(false);
  const set = [view.status, view.payment, view.reader, view.placed, view.show].filter(Boolean).length;

  return (
    <>
      <form
        aria-label="Filter orders"
        className="contents grow flex-wrap items-center gap-2 @xl:flex"
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
        <Button
          className={classNames(chip, 'px-2.5 text-sm @xl:hidden', set > 0 && chosenChip)}
          aria-expanded={isOpen}
          aria-controls={chips}
          onClick={() => setIsOpen(!isOpen)}
        >
          {set > 0 ? `Filters (${set})` : 'Filters'}
        </Button>
        <div id={chips} className={isOpen ? 'contents' : 'hidden @xl:contents'}>
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
            {period.options}
          </FilterChip>
          <Button
            aria-pressed={isLate}
            className={classNames(chip, 'px-3 text-sm', isLate && chosenChip)}
            onClick={() => orders.filter({ show: isLate ? '' : 'overdue' })}
          >
            Late
          </Button>
        </div>
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
