import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { exportAddress } from '../../client/orders/order-view.ts';
import { readerLabel } from '../../client/people/reader-choice.ts';
import { plural } from '../../shared/plural.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { ReadersProblem } from '../desk/ReadersProblem.tsx';
import { useBetweenPresses } from '../desk/use-between-presses.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { EmptyState } from '../ui/drawings/EmptyState.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { handsOnFocus } from '../ui/hands-on-focus.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { OrderFilters } from './OrderFilters.tsx';
import { OrdersTable } from './OrdersTable.tsx';

export function OrdersTab() {
  const { orders } = useAdminDesk();
  const {
    orders: rows,
    total,
    isTotalAtLeast,
    view,
    nextCursor,
    isLoading,
    isLoadingMore,
    problem,
  } = useBetweenPresses(useStore(orders.$state));
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
          {view && !problem && `${countText(total, isTotalAtLeast)} ${plural(total, 'order')}`}
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
              <button
                type="button"
                ref={handsOnFocus}
                className="btn btn-sm mt-1"
                onClick={orders.clearFilters}
              >
                Clear search and filters
              </button>
            </EmptyState>
          ) : (
            <EmptyState card="star" title="No orders yet">
              Paid orders appear here.
            </EmptyState>
          )}
        </div>
      )}
      {rows.length > 0 && <OrdersTable rows={rows} isLoading={isLoading} />}
      {nextCursor && rows.length > 0 && (
        <div className="mt-4 flex flex-wrap items-center justify-center gap-3">
          <span className="text-sm text-quiet tabular-nums">
            {rows.length} of {countText(total, isTotalAtLeast)}
          </span>
          <ActionButton
            className="btn btn-sm"
            isBusy={isLoadingMore}
            busyLabel="Loading…"
            onClick={orders.loadMore}
          >
            Load more
          </ActionButton>
        </div>
      )}
      <BulkBar />
    </section>
  );
}

function countText(total: number, isAtLeast: boolean): string {
  return isAtLeast ? `${total.toLocaleString('en-US')} or more` : total.toLocaleString('en-US');
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
  const isLeft = useStore(selection.$left).length > 0;
  const settled = picked.filter(({ status }) => status === 'approved').length;
  return (count > 0 || isLeft) && <Bar count={count} settled={settled} />;
}

/** @param settled how many of the selected orders are approved and stay with their reader */
function Bar({ count, settled }: { count: number; settled: number }) {
  const { selection, readers, work } = useAdminDesk();
  const { data: people = [] } = useStore(readers.$state);
  const running = useRunning(work, 'selection');
  const progress = useStore(selection.$progress);
  const left = useStore(selection.$left);
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
        <ActionButton
          type="submit"
          className="btn btn-primary btn-sm"
          isBusy={running !== undefined}
          busyLabel={progress?.done ? `Assigning… ${progress.done} of ${progress.of}` : 'Assigning…'}
          disabled={reader === unchosen || count === settled}
        >
          Assign
        </ActionButton>
      </form>
      <button type="button" className="btn btn-sm" onClick={selection.download}>
        Export selected
      </button>
      <button type="button" className="btn btn-ghost btn-sm ml-auto" onClick={selection.clear}>
        Clear selection
      </button>
      {settled > 0 && left.length === 0 && (
        <p className="basis-full text-sm">
          {`${settled} of them ${plural(settled, 'is', 'are')} approved and ${plural(settled, 'stays', 'stay')} with ${plural(settled, 'its reader', 'their readers')}.`}
        </p>
      )}
      {left.length > 0 && (
        <ul aria-label="Not reassigned" className="basis-full text-sm">
          {left.map(({ message, orderNumbers }) => (
            <li key={message} className="wrap-anywhere">
              <span className="font-semibold tabular-nums">{nameSome(orderNumbers)}</span>: {message}
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
