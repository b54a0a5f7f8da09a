import { useStore } from '@nanostores/react';
import { type FocusEvent, type MouseEvent, type PointerEvent, useCallback, useEffect, useState } from 'react';
import { serverNow } from '../../client/desk/server-clock.ts';
import { retriable } from '../../client/retriable.ts';
import { isAwaited } from '../../shared/orders/order-status.ts';
import type { Order, OrderSort } from '../../shared/orders/orders.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { classNames } from '../ui/class-names.ts';
import { useFetched } from '../ui/use-fetched.ts';
import { columns, columnWidths, OrderRow } from './list/OrderRow.tsx';
import { Pick } from './list/Pick.tsx';
import type { RowDoings } from './list/RowActions.tsx';
import type { MenuVisit } from './list/RowMenu.tsx';
import type { TooltipVisit } from './list/RowTooltip.tsx';
import { firstScreenOf, useFirstScreen } from './list/use-first-screen.ts';
import { OrderBody } from './OrderDialog.tsx';

interface OrdersTableProps extends Omit<RowDoings, 'onMenu'> {
  rows: Order[];
  isLoading: boolean;
}

const loadMenu = retriable(() => import('./list/RowMenu.tsx'), 'RowMenu');
const loadTooltip = retriable(() => import('./list/RowTooltip.tsx'), 'RowTooltip');

/** A table, and where there is little room a list of cards made of the same cells. */
export function OrdersTable({ rows, isLoading, ...actions }: OrdersTableProps) {
  const [menu, setMenu] = useState<MenuVisit | null>(null);
  const Menu = useFetched(loadMenu, menu);
  const onMenu = useCallback(
    (order: Order, button: HTMLElement) =>
      setMenu((open) => (open?.button === button ? null : { order, button })),
    [],
  );
  return (
    <div className="panel overflow-clip">
      <table
        aria-labelledby="orders-heading"
        aria-busy={isLoading}
        className={classNames('block text-left text-sm', isLoading && 'opacity-60')}
      >
        <Head rows={rows} />
        <OrderRows rows={rows} openMenu={menu?.order.id} onMenu={onMenu} {...actions} />
      </table>
      {menu && Menu && <Menu visit={menu} onClose={() => setMenu(null)} onDelete={actions.onDelete} />}
    </div>
  );
}

const title = 'min-w-0 px-2 py-1.5 text-xs font-semibold whitespace-nowrap @max-4xl:sr-only';

/** Stays on the screen while the rows go by. */
function Head({ rows }: { rows: Order[] }) {
  return (
    <thead className="block bg-base-100 shadow-[inset_0_-1px_var(--color-base-300)] @4xl:sticky @4xl:top-0 @4xl:z-2">
      <tr
        className={classNames(
          'items-center @4xl:grid @max-4xl:flex @max-4xl:flex-wrap @max-4xl:gap-x-1 @max-4xl:pr-2',
          columnWidths,
        )}
      >
        <th scope="col" className="pl-1 @max-4xl:pl-0">
          <SelectAll rows={rows} />
        </th>
        <th scope="col" className={title}>
          Order number
        </th>
        <SortHeader column="customer">Customer</SortHeader>
        <th scope="col" className={classNames(title, columns.question)}>
          Question
        </th>
        <SortHeader column="date">Date</SortHeader>
        <th scope="col" className={title}>
          Due
        </th>
        <SortHeader column="status">Status</SortHeader>
        <th scope="col" className={classNames(title, columns.reader)}>
          Reader
        </th>
        <th scope="col" className={classNames(title, columns.amount, 'text-right')}>
          Amount
        </th>
        <th scope="col" className={classNames(title, 'text-right')}>
          Actions
        </th>
      </tr>
    </thead>
  );
}

/** Opens the order of a row that is pressed anywhere but on what can be pressed itself. */
function openRow({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('button, label')) return;
  // Text was marked, to be copied.
  if (getSelection()?.isCollapsed === false) return;
  const number = target.closest('tr')?.querySelector<HTMLElement>('[data-row]');
  number?.focus({ preventScroll: true });
  number?.click();
}

interface OrderRowsProps extends RowDoings {
  rows: Order[];
  /** The id of the order whose menu is open. */
  openMenu: string | undefined;
}

/**
 * Listens for all rows to what changes, and hands each what is its own: a thousand that listen themselves would
 * all be drawn again for one tick.
 */
function OrderRows({ rows, openMenu, ...doings }: OrderRowsProps) {
  const { detail, orders, selection, work } = useAdminDesk();
  const openId = useStore(detail.$openId);
  const isDeleted = useStore(orders.$view).show === 'deleted';
  const { view } = useStore(orders.$state);
  const isWhole = useFirstScreen(view);
  const { dueLabel, waiting } = useBusinessDays();
  useEffect(() => {
    // Most people come to open an order; where a browser does not tell, it is fetched when they are at a row.
    if (isWhole && 'requestIdleCallback' in window) requestIdleCallback(OrderBody.prefetch);
  }, [isWhole]);
  const [visit, setVisit] = useState<TooltipVisit | null>(null);
  const Tooltip = useFetched(loadTooltip, visit);
  const picked = useStore(selection.$ids);
  const running = useStore(work.$running);
  const now = serverNow();

  /** Fetches what a row is looked at with, and tells whose number has been come to. */
  function comeTo({ target, nativeEvent: event }: PointerEvent | FocusEvent) {
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
        onPointerOver={comeTo}
        onFocus={comeTo}
        onClick={openRow}
      >
        {(isWhole ? rows : firstScreenOf(rows)).map((order) => {
          const due = order.dueAt && isAwaited(order) ? dueLabel(order.dueAt, now) : null;
          return (
            <OrderRow
              key={order.id}
              order={order}
              due={due?.short}
              isLate={due?.isLate}
              waiting={!due && order.waitsSince ? waiting(order.waitsSince) : undefined}
              isDeleted={isDeleted}
              isPicked={picked.has(order.id)}
              isOpen={order.id === openId}
              isMenuOpen={openMenu === order.id}
              running={running[`order:${order.id}`]}
              {...doings}
            />
          );
        })}
      </tbody>
    </>
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
      onPick={selection.toggleAll}
    />
  );
}

interface SortHeaderProps {
  column: OrderSort;
  children: string;
}

function SortHeader({ column, children }: SortHeaderProps) {
  const { orders } = useAdminDesk();
  const { sort, direction } = useStore(orders.$view);
  const isActive = sort === column;
  return (
    <th
      scope="col"
      className="min-w-0"
      {...(isActive && { 'aria-sort': direction === 'asc' ? 'ascending' : 'descending' })}
    >
      <button
        type="button"
        className="btn btn-ghost btn-sm px-2 text-xs [--size:2rem]"
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
