import { useStore } from '@nanostores/react';
import { type ComponentProps, memo } from 'react';
import { dueLabel, formatDate, formatDateTime } from '../../client/format.ts';
import { adminStatusLabel, isAwaited } from '../../shared/orders/order-status.ts';
import type { Order, OrderSort } from '../../shared/orders/orders.ts';
import { questionOf } from '../../shared/orders/reading-types.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Badge } from '../ui/Badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { handsOnFocus, rowFocus } from '../ui/hands-on-focus.ts';
import { prefetchTooltips, Tooltip } from '../ui/Tooltip.tsx';
import { PaymentBadges } from './money/PaymentBadges.tsx';
import { OrderBody } from './OrderDialog.tsx';

interface OrdersTableProps {
  rows: Order[];
  isLoading: boolean;
  onDelete: (order: Order) => void;
  onRestore: (order: Order) => void;
}

const cell = 'align-top py-3 px-3 md:first:pl-4 md:last:pr-4 max-md:min-w-0 max-md:p-0';
/** A cell that has a line to itself on narrow screens, and breaks where it has to. */
const phoneLine = 'max-md:col-span-3 max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-2';

/** A table on wide screens; on narrow ones every row becomes a small card of the same cells. */
export function OrdersTable({ rows, isLoading, ...actions }: OrdersTableProps) {
  return (
    <div className="panel overflow-hidden">
      <table
        aria-labelledby="orders-heading"
        aria-busy={isLoading}
        className={classNames('w-full text-left max-md:block', isLoading && 'opacity-60')}
      >
        <thead className="border-b border-base-300 text-sm max-md:block">
          <tr className="max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-1 max-md:pr-2 max-md:pl-4">
            <th scope="col" className="py-2 pl-4 md:w-0 max-md:flex max-md:pl-0">
              <SelectAll rows={rows} />
            </th>
            <th scope="col" className="px-3 py-2 whitespace-nowrap max-md:sr-only">
              Order number
            </th>
            <SortHeader column="customer">Customer</SortHeader>
            <SortHeader column="date">Date</SortHeader>
            <SortHeader column="status">Status</SortHeader>
            <th scope="col" className="px-4 py-2 text-right max-md:sr-only">
              Actions
            </th>
          </tr>
        </thead>
        <OrderRows rows={rows} {...actions} />
      </table>
    </div>
  );
}

/** Fetches what a row is looked at with. */
function prefetch(): void {
  OrderBody.prefetch();
  prefetchTooltips();
}

/**
 * Listens for all rows to what changes, and hands each what is its own: a thousand that listen themselves would
 * all be drawn again for one tick.
 */
function OrderRows({ rows, onDelete, onRestore }: Omit<OrdersTableProps, 'isLoading'>) {
  const { orders, selection, work } = useAdminDesk();
  const isDeleted = useStore(orders.$view).show === 'deleted';
  const picked = useStore(selection.$ids);
  const running = useStore(work.$running);
  const now = Date.now();
  return (
    <tbody className="divide-y divide-base-300 max-md:block" onPointerOver={prefetch} onFocus={prefetch}>
      {rows.map((order) => {
        const due = order.dueAt && isAwaited(order) ? dueLabel(order.dueAt, now) : null;
        return (
          <OrderRow
            key={order.id}
            order={order}
            due={due?.text}
            isLate={due?.isLate}
            isDeleted={isDeleted}
            isPicked={picked.has(order.id)}
            running={running[`order:${order.id}`]}
            onDelete={onDelete}
            onRestore={onRestore}
          />
        );
      })}
    </tbody>
  );
}

/** A box to tick, with room around it for a finger. */
function Pick(box: ComponentProps<'input'>) {
  return (
    <label className="-m-1.5 flex cursor-pointer p-1.5">
      <input {...box} type="checkbox" className="checkbox checkbox-sm checkbox-primary" />
    </label>
  );
}

function SelectAll({ rows }: { rows: Order[] }) {
  const { selection } = useAdminDesk();
  const picked = useStore(selection.$picked).length;
  return (
    <Pick
      aria-label="Select all orders shown"
      checked={picked > 0 && picked === rows.length}
      ref={(box) => {
        if (box) box.indeterminate = picked > 0 && picked < rows.length;
      }}
      onChange={selection.toggleAll}
    />
  );
}

function SortHeader({ column, children }: { column: OrderSort; children: string }) {
  const { orders } = useAdminDesk();
  const { sort, direction } = useStore(orders.$view);
  const isActive = sort === column;
  return (
    <th
      scope="col"
      className={classNames('px-1 py-1 max-md:p-0', column === 'customer' && 'md:w-1/2')}
      {...(isActive && { 'aria-sort': direction === 'asc' ? 'ascending' : 'descending' })}
    >
      <button
        type="button"
        className="btn btn-ghost btn-sm px-2 text-sm max-md:px-1"
        onClick={() => orders.sortBy(column)}
      >
        {children}
        <svg
          viewBox="0 0 12 12"
          aria-hidden="true"
          className={classNames('size-3', !isActive && 'invisible')}
        >
          <path
            d={direction === 'asc' ? 'M2 8l4-4 4 4' : 'M2 4l4 4 4-4'}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
          />
        </svg>
      </button>
    </th>
  );
}

interface OrderRowProps extends Pick<OrdersTableProps, 'onDelete' | 'onRestore'> {
  order: Order;
  /** When it is due, in words. */
  due: string | undefined;
  isLate: boolean | undefined;
  isDeleted: boolean;
  isPicked: boolean;
  /** What is being done to it. */
  running: string | undefined;
}

/** Drawn again when something of its own has changed, and not for the others. */
const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { order, due, isLate, isDeleted, isPicked, running, onDelete, onRestore } = props;
  const { detail, selection } = useAdminDesk();
  const status = adminStatusLabel(order.status);

  return (
    <tr
      ref={handsOnFocus}
      className="hover:bg-base-200/60 max-md:grid max-md:grid-cols-[auto_1fr_auto] max-md:gap-x-3 max-md:gap-y-1.5 max-md:p-4"
    >
      <td className={classNames(cell, 'pr-0 md:w-0 max-md:flex')}>
        <Pick
          aria-label={`Select order ${order.orderNumber}`}
          checked={isPicked}
          onChange={() => selection.toggle(order)}
        />
      </td>
      <td className={cell}>
        {isDeleted ? (
          <span className="font-semibold whitespace-nowrap tabular-nums">{order.orderNumber}</span>
        ) : (
          <Tooltip text={questionOf(order)}>
            <button
              type="button"
              {...rowFocus}
              className="text-link cursor-pointer font-semibold whitespace-nowrap tabular-nums"
              data-row
              onClick={() => detail.open(order.id)}
            >
              {order.orderNumber}
            </button>
          </Tooltip>
        )}
      </td>
      <td className={classNames(cell, 'max-md:col-span-3 max-md:row-start-3')}>
        <div className="wrap-anywhere">{order.customerName}</div>
        <div className="text-sm text-quiet wrap-anywhere">{order.customerEmail}</div>
      </td>
      <td className={classNames(cell, phoneLine, 'max-md:row-start-4')}>
        <time
          dateTime={order.createdAt}
          title={formatDateTime(order.createdAt)}
          className="whitespace-nowrap"
        >
          {formatDate(order.createdAt)}
        </time>
        {due && (
          <div className="mt-0.5 text-sm">
            {isLate ? (
              <Badge tone="error">{due}</Badge>
            ) : (
              <span className="whitespace-nowrap text-quiet">{due}</span>
            )}
          </div>
        )}
      </td>
      <td className={classNames(cell, phoneLine, 'max-md:row-start-2')}>
        <div className="flex flex-wrap gap-1">
          <Badge tone={status.tone}>{status.label}</Badge>
          <PaymentBadges order={order} isPaidUnsaid />
        </div>
        {order.assignedReader && (
          <div className="mt-0.5 text-sm text-quiet wrap-anywhere">{order.assignedReader.username}</div>
        )}
      </td>
      <td className={classNames(cell, 'text-right max-md:-my-1 max-md:col-start-3 max-md:row-start-1')}>
        {isDeleted ? (
          <ActionButton
            {...rowFocus}
            className="btn btn-ghost btn-sm -mr-3"
            aria-label={running === 'restore' ? undefined : `Restore order ${order.orderNumber}`}
            isBusy={running === 'restore'}
            busyLabel="Restoring…"
            disabled={running !== undefined}
            onClick={() => onRestore(order)}
          >
            Restore
          </ActionButton>
        ) : (
          <ActionButton
            className="btn btn-ghost btn-sm -mr-3 text-tone-error"
            aria-label={running === 'delete' ? undefined : `Delete order ${order.orderNumber}`}
            isBusy={running === 'delete'}
            busyLabel="Deleting…"
            disabled={running !== undefined}
            onClick={() => onDelete(order)}
          >
            Delete
          </ActionButton>
        )}
      </td>
    </tr>
  );
});
