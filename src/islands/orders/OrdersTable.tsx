import { useStore } from '@nanostores/react';
import {
  type ComponentProps,
  type FocusEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  useCallback,
  useEffect,
  useState,
} from 'react';
import { serverNow } from '../../client/desk/server-clock.ts';
import { formatDollars } from '../../client/format.ts';
import { retriable } from '../../client/retriable.ts';
import { isAwaited } from '../../shared/orders/order-status.ts';
import type { Order, OrderSort } from '../../shared/orders/orders.ts';
import { stateBadge } from '../../shared/orders/payment-badges.ts';
import { questionOf, shortQuestionOf } from '../../shared/orders/reading-types.ts';
import { useAdminDesk, useBusinessDays } from '../desk/desk-hooks.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { handsOnFocus, rowFocus } from '../ui/hands-on-focus.ts';
import { Badge } from '../ui/pieces.tsx';
import { useFetched } from '../ui/use-fetched.ts';
import type { MenuVisit } from './list/RowMenu.tsx';
import type { TooltipVisit } from './list/RowTooltip.tsx';
import { OrderBody } from './OrderDialog.tsx';

const loadMenu = retriable(() => import('./list/RowMenu.tsx'), 'RowMenu');
const loadTooltip = retriable(() => import('./list/RowTooltip.tsx'), 'RowTooltip');

/** A table, and on narrow lists cards made of the same cells. */
export function OrdersTable({ rows, isLoading }: { rows: Order[]; isLoading: boolean }) {
  const [menu, setMenu] = useState<MenuVisit | null>(null);
  const Menu = useFetched(loadMenu, menu);
  const onMenu: MenuHandler = useCallback(
    (order, button) => setMenu((open) => (open?.button === button ? null : { order, button })),
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
        <OrderRows rows={rows} openMenu={menu?.order.id} onMenu={onMenu} />
      </table>
      {menu && Menu && <Menu visit={menu} onClose={() => setMenu(null)} />}
    </div>
  );
}

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
        <Title>Order number</Title>
        <SortHeader column="customer">Customer</SortHeader>
        <Title className={columns.question}>Question</Title>
        <SortHeader column="date">Date</SortHeader>
        <Title>Due</Title>
        <SortHeader column="status">Status</SortHeader>
        <Title className={columns.reader}>Reader</Title>
        <Title className={classNames(columns.amount, 'text-right')}>Amount</Title>
        <Title className="text-right">Actions</Title>
      </tr>
    </thead>
  );
}

/** Opens the order of a row that is clicked outside of its buttons. */
function openRow({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('button, label')) return;
  // Text was selected, to be copied.
  if (getSelection()?.isCollapsed === false) return;
  const number = target.closest('tr')?.querySelector<HTMLElement>('[data-row]');
  number?.focus({ preventScroll: true });
  number?.click();
}

type OrderRowsProps = { rows: Order[]; openMenu: string | undefined; onMenu: MenuHandler };

/** Subscribes to the stores for all rows: if a thousand rows did, all would be rendered for one checkbox. */
function OrderRows({ rows, openMenu, onMenu }: OrderRowsProps) {
  const { detail, orders, selection, work } = useAdminDesk();
  const openId = useStore(detail.$openId);
  const isDeleted = useStore(orders.$view).show === 'deleted';
  const { dueLabel, waiting } = useBusinessDays();
  useEffect(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(OrderBody.prefetch);
  }, []);
  const [visit, setVisit] = useState<TooltipVisit | null>(null);
  const Tooltip = useFetched(loadTooltip, visit);
  const picked = useStore(selection.$ids);
  const running = useStore(work.$running);
  const now = serverNow();

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
              onMenu={onMenu}
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

function Title({ className, children }: { className?: string; children: string }) {
  const title = 'min-w-0 px-2 py-1.5 text-xs font-semibold whitespace-nowrap @max-4xl:sr-only';
  return (
    <th scope="col" className={classNames(title, className)}>
      {children}
    </th>
  );
}

function SortHeader({ column, children }: { column: OrderSort; children: string }) {
  const { orders } = useAdminDesk();
  const { sort, direction } = useStore(orders.$view);
  const isActive = sort === column;
  return (
    <th
      scope="col"
      className="min-w-0"
      {...(isActive && { 'aria-sort': direction === 'asc' ? 'ascending' : 'descending' })}
    >
      <Button
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
      </Button>
    </th>
  );
}

const columns = {
  reader: '@max-5xl:hidden',
  amount: '@max-5xl:hidden',
  question: '@max-6xl:hidden',
};

type MenuHandler = (order: Order, button: HTMLElement) => void;

interface OrderRowProps {
  order: Order;
  onMenu: MenuHandler;
  due: string | undefined;
  isLate: boolean | undefined;
  /** Since when it waits for an answer of its customer, in words. */
  waiting: string | undefined;
  isDeleted: boolean;
  isPicked: boolean;
  isOpen: boolean;
  isMenuOpen: boolean;
  running: string | undefined;
}

/** Each row lays out itself, so that rows outside of the window cost nothing. */
const columnWidths =
  '@4xl:grid-cols-[2.5rem_6.5rem_minmax(0,1fr)_6.5rem_7.5rem_9.5rem_5rem] @5xl:grid-cols-[2.5rem_6.5rem_minmax(0,1fr)_6.5rem_7.5rem_9.5rem_7rem_9.5rem_5rem] @6xl:grid-cols-[2.5rem_6.5rem_minmax(0,3fr)_minmax(0,2fr)_6.5rem_7.5rem_9.5rem_7rem_9.5rem_5rem]';

const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { happened } = useBusinessDays();
  const { order, due, isLate, waiting, isDeleted, isPicked, isOpen } = props;
  const { selection } = useAdminDesk();
  const state = stateBadge(order);
  const reader = order.assignedReader?.username;

  return (
    <tr
      ref={handsOnFocus}
      data-order={order.id}
      aria-current={isOpen || undefined}
      className={classNames(
        // The height of a row out of sight; a card's is not remembered, since it changes with its width.
        'grid min-h-9 items-center [contain-intrinsic-height:auto_2.25rem] [content-visibility:auto] [overflow-clip-margin:4px] aria-[current]:shadow-[inset_3px_0_0_var(--color-primary)] @max-4xl:grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] @max-4xl:gap-x-2 @max-4xl:py-1.5 @max-4xl:pr-1 @max-4xl:[contain-intrinsic-height:4.75rem]',
        !isDeleted && 'cursor-pointer',
        columnWidths,
        isPicked ? 'bg-primary/14' : 'hover:bg-base-200/60 aria-[current]:bg-base-200',
      )}
    >
      <Cell className="pr-0 pl-1 @max-4xl:col-start-1 @max-4xl:row-span-2 @max-4xl:row-start-1">
        <Pick
          aria-label={`Select order ${order.orderNumber}`}
          checked={isPicked}
          onPick={(hasShift) => (hasShift ? selection.toggleTo(order) : selection.toggle(order))}
        />
      </Cell>
      <Cell className="@max-4xl:col-start-2 @max-4xl:row-start-1">
        <OrderNumber order={order} isDeleted={isDeleted} />
      </Cell>
      <Cell className="flex items-baseline gap-x-2 @max-4xl:col-span-3 @max-4xl:col-start-2 @max-4xl:row-start-2">
        <span className="max-w-3/5 shrink-0 truncate" title={order.customerName}>
          {order.customerName}
        </span>
        <span className="min-w-0 truncate text-quiet" title={order.customerEmail}>
          {order.customerEmail}
        </span>
      </Cell>
      <Cell className={`${columns.question} truncate text-quiet`} title={questionOf(order)}>
        {shortQuestionOf(order)}
      </Cell>
      <Cell className="whitespace-nowrap @max-4xl:col-start-3 @max-4xl:row-start-1">
        <time dateTime={order.createdAt} title={happened(order.createdAt)}>
          <Day iso={order.createdAt} />
        </time>
      </Cell>
      <Cell
        className={`@max-4xl:hidden truncate ${isLate ? 'font-semibold text-tone-error' : 'text-quiet'}`}
        title={waiting ?? due}
      >
        {waiting ? 'Awaits answer' : due}
      </Cell>
      <Cell className="flex @max-4xl:col-span-2 @max-4xl:col-start-4 @max-4xl:row-start-1 @max-4xl:justify-end @max-4xl:pr-1">
        <Badge tone={state.tone}>{state.label}</Badge>
      </Cell>
      <Cell className={classNames(columns.reader, 'truncate', !reader && 'text-quiet')} title={reader}>
        {reader ?? 'Unassigned'}
      </Cell>
      <Cell className={`${columns.amount} text-right whitespace-nowrap tabular-nums`}>
        {formatDollars(order.amount)}
        {order.refundedAmount > 0 && order.refundedAmount < order.amount && (
          <>
            <span aria-hidden="true"> − {formatDollars(order.refundedAmount)}</span>
            <span className="sr-only">, {formatDollars(order.refundedAmount)} refunded</span>
          </>
        )}
      </Cell>
      <Cell className="flex justify-end @max-4xl:col-start-5 @max-4xl:row-start-2">
        <RowActions {...props} />
      </Cell>
    </tr>
  );
});

function Cell({ className, ...cell }: ComponentProps<'td'>) {
  return <td {...cell} className={classNames('min-w-0 px-2 @max-4xl:p-0', className)} />;
}

/** On a phone the current year is for screen readers only. */
function Day({ iso }: { iso: string }) {
  const { date } = useBusinessDays();
  const [day, year = ''] = date(iso).split(', ');
  const isThisYear = date(new Date(serverNow()).toISOString()).endsWith(year);
  return (
    <>
      {day}
      <span className={isThisYear ? '@max-md:sr-only' : undefined}>, {year}</span>
    </>
  );
}

function OrderNumber({ order, isDeleted }: { order: Order; isDeleted: boolean }) {
  const { detail } = useAdminDesk();
  if (isDeleted)
    return <span className="font-semibold whitespace-nowrap tabular-nums">{order.orderNumber}</span>;
  return (
    <Button
      {...rowFocus}
      className="text-link min-h-6 scroll-mt-14 scroll-mb-24 cursor-pointer font-semibold whitespace-nowrap tabular-nums"
      data-row
      onClick={() => detail.open(order.id)}
    >
      {order.orderNumber}
    </Button>
  );
}

type PickProps = Omit<ComponentProps<'input'>, 'onChange'> & { onPick: (hasShift: boolean) => void };

function Pick({ onPick, ...box }: PickProps) {
  return (
    <label
      className="flex cursor-pointer px-2 py-1.5 @max-4xl:py-3"
      // Shift would select the text in between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <input
        {...box}
        type="checkbox"
        className="checkbox checkbox-sm checkbox-primary"
        onChange={({ nativeEvent }) => onPick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}

function RowActions({ order, isDeleted, isMenuOpen, running, onMenu }: OrderRowProps) {
  const { orderActions } = useAdminDesk();
  const isBusy = running !== undefined;
  if (isDeleted) {
    return (
      <Button
        {...rowFocus}
        className="btn btn-ghost btn-xs px-1 @max-4xl:border-field-line @max-4xl:px-2"
        aria-label={running === 'restore' ? 'Restoring…' : `Restore order ${order.orderNumber}`}
        isBusy={running === 'restore'}
        busyLabel=""
        disabled={isBusy}
        onClick={() => orderActions.restore(order)}
      >
        Restore
      </Button>
    );
  }
  return (
    <>
      <Button
        className="btn btn-ghost btn-circle size-8 text-quiet hover:text-tone-error focus-visible:text-tone-error @max-4xl:size-9"
        aria-label={running === 'delete' ? 'Deleting…' : `Delete order ${order.orderNumber}`}
        isBusy={running === 'delete'}
        busyLabel=""
        disabled={isBusy}
        onClick={() => orderActions.askToDelete(order)}
      >
        <BinIcon />
      </Button>
      <Button
        className="btn btn-ghost btn-circle size-8 @max-4xl:size-9"
        aria-label={`Actions for order ${order.orderNumber}`}
        aria-haspopup="menu"
        aria-expanded={isMenuOpen}
        onClick={({ currentTarget }) => onMenu(order, currentTarget)}
      >
        <svg
          viewBox="0 0 16 16"
          aria-hidden="true"
          className="size-4"
          stroke="currentColor"
          strokeWidth="2.8"
          strokeLinecap="round"
        >
          <path d="M3 8h.01M8 8h.01M13 8h.01" />
        </svg>
      </Button>
    </>
  );
}

function BinIcon() {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className="size-4"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
    >
      <path d="M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9M6.7 7v4M9.3 7v4" />
    </svg>
  );
}
