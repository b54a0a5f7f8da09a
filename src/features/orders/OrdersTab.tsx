import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { plural } from '../../shared/counted-text.ts';
import { Button } from '../../ui/Button.tsx';
import { FetchProblem, LoadProblem } from '../../ui/errors/WhenFetched.tsx';
import { passFocusOnRemoval } from '../../ui/pass-focus-on-removal.ts';
import { EmptyState, Skeleton } from '../../ui/pieces.tsx';
import { useDeskStore } from '../desk/desk-hooks.ts';
import { useStableWhilePressed } from '../desk/use-stable-while-pressed.ts';
import { BulkBar } from './list/BulkBar.tsx';
import { OrderFilters } from './list/OrderFilters.tsx';
import { OrdersTable } from './OrdersTable.tsx';
import { createOrderDesk } from './order-desk.ts';
import { exportAddress } from './order-list-store.ts';

/** @param setUp a link to the first steps of a new shop, shown while there are no orders */
export function OrdersTab({ setUp }: { setUp?: ReactNode }) {
  const { orders, readers } = useDeskStore(createOrderDesk);
  const list = useStableWhilePressed(useStore(orders.$state));
  const { orders: rows, view, isLoading, problem } = list;
  const count = list.total.toLocaleString('en-US') + (list.isTotalAtLeast ? ' or more' : '');
  const isFiltered = Boolean(
    view && (view.q || view.status || view.payment || view.reader || view.offer || view.show || view.placed),
  );
  const isEmpty = view && rows.length === 0 && !isLoading && !problem;
  return (
    <section aria-labelledby="orders-heading" className="@container -mt-4.5">
      <h2 id="orders-heading" tabIndex={-1} className="sr-only">
        Order Management
      </h2>
      <div className="mb-1.5 flex flex-wrap items-start gap-x-3 gap-y-2">
        <OrderFilters>
          {view && rows.length > 0 && (
            <a className="btn btn-ghost btn-sm ml-auto [--size:2rem]" href={exportAddress(view)} download>
              Export CSV
            </a>
          )}
        </OrderFilters>
        <p className="text-sm/8 whitespace-nowrap text-quiet tabular-nums @max-xl:sr-only" role="status">
          {view && !problem && `${count} ${plural(list.total, 'order')}`}
        </p>
      </div>
      <FetchProblem fetched={readers} what="readers" />
      {problem && (
        <div className="has-[+*]:mb-4">
          <LoadProblem error={problem} fallback="" onRetry={orders.refresh} />
        </div>
      )}
      {!view && !problem && (
        <div className="panel p-4" role="status" aria-label="Loading orders">
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} className="my-3 h-9" />
          ))}
        </div>
      )}
      {view && rows.length === 0 && isLoading && (
        <p role="status" className="panel p-4 text-quiet">
          Searching older orders…
        </p>
      )}
      {isEmpty && isFiltered && (
        <EmptyState card="hermit" title="No orders match">
          <Button ref={passFocusOnRemoval} className="btn btn-sm mt-1" onClick={orders.clearFilters}>
            Clear search and filters
          </Button>
        </EmptyState>
      )}
      {isEmpty && !isFiltered && (
        <EmptyState card="star" title="No orders yet">
          Paid orders appear here.
          {setUp}
        </EmptyState>
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
