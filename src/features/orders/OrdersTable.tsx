import { useStore } from '@nanostores/react';
import { type FocusEvent, type MouseEvent, type PointerEvent, useEffect, useState } from 'react';
import { retriable } from '../../lib/retriable.ts';
import type { Order, OrderSort } from '../../shared/orders/order-schema.ts';
import { awaitsReading } from '../../shared/orders/order-status.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useLazyComponent } from '../../ui/use-lazy-component.ts';
import { useDateFormats, useDeskStore, useSeveralOffers } from '../desk/desk-hooks.ts';
import { columns, columnWidths, loadMenu, OrderRow, RowCheckbox } from './list/OrderRow.tsx';
import type { TooltipVisit } from './list/RowTooltip.tsx';
import { OrderBody } from './OrderDialog.tsx';
import { createOrderDesk } from './order-desk.ts';

const loadTooltip = retriable(() => import('./list/RowTooltip.tsx'), 'RowTooltip');

/** Renders the orders as a table, or as cards if the list is narrow. */
export function OrdersTable({ rows, isLoading }: { rows: Order[]; isLoading: boolean }) {
  return (
    <div className="panel overflow-clip">
      <table
        aria-labelledby="orders-heading"
        aria-busy={isLoading}
        className={classNames('block text-left text-sm', isLoading && 'opacity-60')}
      >
        <Head rows={rows} />
        <OrderRows rows={rows} />
      </table>
    </div>
  );
}

function Head({ rows }: { rows: Order[] }) {
  const hasOffers = useSeveralOffers().length > 0;
  return (
    <thead className="block bg-base-100 shadow-[inset_0_-1px_var(--color-base-300)] @2xl:sticky @2xl:top-0 @2xl:z-2">
      <tr
        className={classNames(
          'items-center @2xl:grid @max-2xl:flex @max-2xl:gap-x-1 @max-2xl:pr-2',
          columnWidths(hasOffers),
        )}
      >
        <th scope="col" className="pl-1 @max-2xl:pl-0">
          <SelectAll rows={rows} />
        </th>
        <td className="pr-1 text-xs whitespace-nowrap text-quiet @2xl:hidden">Sort by</td>
        <Title>Order number</Title>
        <SortHeader column="customer">Customer</SortHeader>
        <Title className={columns.question}>Question</Title>
        {hasOffers && <Title className={columns.offer}>Offer</Title>}
        <SortHeader column="date">Date</SortHeader>
        <Title className={columns.due}>Due</Title>
        <SortHeader column="status">Status</SortHeader>
        <Title className={columns.reader}>Reader</Title>
        <Title className={classNames(columns.amount, 'text-right')}>Amount</Title>
        <Title className="text-right">Actions</Title>
      </tr>
    </thead>
  );
}

/** Opens the order of a row clicked outside its buttons. */
function openRow({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('button, label')) return;
  // The user selected text to copy it.
  if (getSelection()?.isCollapsed === false) return;
  const number = target.closest('tr')?.querySelector<HTMLElement>('[data-row]');
  number?.focus({ preventScroll: true });
  number?.click();
}

/** Subscribes to the stores for all rows: if each row did, a checkbox would render a thousand rows. */
function OrderRows({ rows }: { rows: Order[] }) {
  const { detail, orders, selection, work } = useDeskStore(createOrderDesk);
  const openId = useStore(detail.$openId);
  const isDeleted = useStore(orders.$view).show === 'deleted';
  const hasOffers = useSeveralOffers().length > 0;
  const { dueLabel, waiting } = useDateFormats();
  useEffect(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(OrderBody.prefetch);
  }, []);
  const [visit, setVisit] = useState<TooltipVisit | null>(null);
  const Tooltip = useLazyComponent(loadTooltip, visit);
  const picked = useStore(selection.$ids);
  const running = useStore(work.$running);

  function visitRow({ target, nativeEvent: event }: PointerEvent | FocusEvent) {
    OrderBody.prefetch();
    void loadMenu().catch(() => undefined);
    void loadTooltip().catch(() => undefined);
    if (!(target instanceof HTMLElement) || !target.matches('[data-row]')) return;
    const order = rows.find(({ id }) => id === target.closest('tr')?.dataset.order);
    if (order) setVisit({ trigger: target, order, event });
  }

  const visited = visit && rows.some(({ id }) => id === visit.order.id) ? visit : null;
  return (
    <>
      {Tooltip && <Tooltip visit={visited} />}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keys, the number opens it */}
      <tbody
        className="block divide-y divide-base-300"
        onPointerOver={visitRow}
        onFocus={visitRow}
        onClick={openRow}
      >
        {rows.map((order) => {
          const due = order.dueAt && awaitsReading(order) ? dueLabel(order.dueAt) : null;
          return (
            <OrderRow
              key={order.id}
              order={order}
              due={due?.short}
              isLate={due?.isLate}
              waiting={!due && order.waitsSince ? waiting(order.waitsSince) : undefined}
              isDeleted={isDeleted}
              hasOffers={hasOffers}
              isPicked={picked.has(order.id)}
              isOpen={order.id === openId}
              running={running[`order:${order.id}`]}
            />
          );
        })}
      </tbody>
    </>
  );
}

function SelectAll({ rows }: { rows: Order[] }) {
  const { selection } = useDeskStore(createOrderDesk);
  const picked = useStore(selection.$picked).length;
  return (
    <RowCheckbox
      aria-label="Select all orders shown"
      checked={picked > 0 && picked === rows.length}
      ref={(box) => {
        if (box) box.indeterminate = picked > 0 && picked < rows.length;
      }}
      onPick={selection.toggleAll}
    />
  );
}

function Title({ className, children }: { className?: string; children: string }) {
  const title = 'min-w-0 px-2 py-1.5 text-xs font-semibold whitespace-nowrap @max-2xl:sr-only';
  return (
    <th scope="col" className={classNames(title, className)}>
      {children}
    </th>
  );
}

function SortHeader({ column, children }: { column: OrderSort; children: string }) {
  const { orders } = useDeskStore(createOrderDesk);
  const { sort, direction } = useStore(orders.$view);
  const isActive = sort === column;
  return (
    <th
      scope="col"
      className="min-w-0"
      {...(isActive && { 'aria-sort': direction === 'asc' ? 'ascending' : 'descending' })}
    >
      <Button
        className="btn btn-ghost btn-sm px-2 text-xs [--size:2rem] @max-2xl:px-1.5"
        onClick={() => orders.sortBy(column)}
      >
        {children}
        <Icon
          path={direction === 'asc' ? 'M2 8l4-4 4 4' : 'M2 4l4 4 4-4'}
          box={12}
          className={classNames('size-3', !isActive && 'invisible @max-2xl:hidden')}
        />
      </Button>
    </th>
  );
}
