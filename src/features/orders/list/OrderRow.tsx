import { type ComponentProps, memo, useState } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { retriable } from '../../../lib/retriable.ts';
import { questionOf, shortQuestionOf } from '../../../shared/orders/asked.ts';
import type { Order } from '../../../shared/orders/order-schema.ts';
import { adminStatusLabel } from '../../../shared/orders/order-status.ts';
import { attentionBadge } from '../../../shared/orders/payment-badges.ts';
import { nameOf } from '../../../shared/people/signed-in-user.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { passFocusOnRemoval, rowFocusProps } from '../../../ui/pass-focus-on-removal.ts';
import { Badge } from '../../../ui/pieces.tsx';
import { useLazyComponent } from '../../../ui/use-lazy-component.ts';
import { useDateFormats, useDeskStore } from '../../desk/desk-hooks.ts';
import { createOrderDesk } from '../order-desk.ts';

export const loadMenu = retriable(() => import('./RowMenu.tsx'), 'RowMenu');

export const columns = {
  due: '@max-4xl:hidden',
  reader: '@max-5xl:hidden',
  amount: '@max-5xl:hidden',
  question: '@max-6xl:hidden',
  offer: '@max-6xl:hidden',
};

interface OrderRowProps {
  order: Order;
  due: string | undefined;
  isLate: boolean | undefined;
  /** Since when the order waits for its customer's answer, as text. */
  waiting: string | undefined;
  isDeleted: boolean;
  /** Whether the shop has several offers. */
  hasOffers: boolean;
  isPicked: boolean;
  isOpen: boolean;
  running: string | undefined;
}

const widths =
  '@2xl:grid-cols-[2.5rem_6.5rem_minmax(0,1fr)_6.5rem_8rem_5rem] @4xl:grid-cols-[2.5rem_6.5rem_minmax(0,1fr)_6.5rem_7.5rem_9.5rem_5rem] @5xl:grid-cols-[2.5rem_6.5rem_minmax(0,1fr)_6.5rem_7.5rem_9.5rem_7rem_9.5rem_5rem]';

/** Returns the classes for the columns' widths, which each row needs: rows outside the window are not laid out. */
export function columnWidths(hasOffers: boolean): string {
  return hasOffers
    ? `${widths} @6xl:grid-cols-[2.5rem_6.5rem_minmax(0,3fr)_minmax(0,2fr)_minmax(0,1.5fr)_6.5rem_7.5rem_16rem_7rem_7.5rem_5rem]`
    : `${widths} @6xl:grid-cols-[2.5rem_6.5rem_minmax(0,3fr)_minmax(0,2fr)_6.5rem_7.5rem_16rem_7rem_7.5rem_5rem]`;
}

export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { dateTime } = useDateFormats();
  const { order, due, isLate, waiting, isDeleted, hasOffers, isPicked, isOpen } = props;
  const { selection } = useDeskStore(createOrderDesk);
  const status = adminStatusLabel(order.status);
  const attention = attentionBadge(order);
  const reader = order.assignedReader ? nameOf(order.assignedReader) : undefined;

  return (
    <tr
      ref={passFocusOnRemoval}
      data-order={order.id}
      aria-current={isOpen || undefined}
      className={classNames(
        // The height of an unseen row; a card's is not remembered, because it changes with its width.
        'grid min-h-9 items-center [contain-intrinsic-height:auto_2.25rem] [content-visibility:auto] [overflow-clip-margin:4px] aria-[current]:shadow-[inset_3px_0_0_var(--color-primary)] @max-2xl:grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] @max-2xl:gap-x-2 @max-2xl:py-1.5 @max-2xl:pr-1 @max-2xl:[contain-intrinsic-height:4.75rem]',
        !isDeleted && 'cursor-pointer',
        columnWidths(hasOffers),
        isPicked ? 'bg-primary/14' : 'hover:bg-base-200/60 aria-[current]:bg-base-200',
      )}
    >
      <Cell className="pr-0 pl-1 @max-2xl:col-start-1 @max-2xl:row-span-2 @max-2xl:row-start-1">
        <RowCheckbox
          aria-label={`Select order ${order.orderNumber}`}
          checked={isPicked}
          onPick={(hasShift) => (hasShift ? selection.toggleTo(order) : selection.toggle(order))}
        />
      </Cell>
      <Cell className="@max-2xl:col-start-2 @max-2xl:row-start-1">
        <OrderNumber order={order} isDeleted={isDeleted} />
      </Cell>
      <Cell className="flex items-baseline gap-x-2 @max-2xl:col-span-3 @max-2xl:col-start-2 @max-2xl:row-start-2">
        <span className="max-w-3/5 shrink-0 truncate" title={order.customerName}>
          {order.customerName}
        </span>
        <span className="min-w-0 truncate text-quiet" title={order.customerEmail}>
          {order.customerEmail}
        </span>
        {isLate && (
          <span className="ml-auto flex self-center @4xl:hidden" title={due}>
            <Badge tone="error">Late</Badge>
          </span>
        )}
      </Cell>
      <Cell className={`${columns.question} truncate text-quiet`} title={questionOf(order)}>
        {shortQuestionOf(order)}
      </Cell>
      {hasOffers && (
        <Cell className={`${columns.offer} truncate text-quiet`} title={order.offer.name}>
          {order.offer.name}
        </Cell>
      )}
      <Cell className="whitespace-nowrap @max-2xl:col-start-3 @max-2xl:row-start-1">
        <time dateTime={order.createdAt} title={dateTime(order.createdAt)}>
          <Day iso={order.createdAt} />
        </time>
      </Cell>
      <Cell
        className={`${columns.due} truncate ${isLate ? 'font-semibold text-tone-error' : 'text-quiet'}`}
        title={waiting ?? due}
      >
        {waiting ? 'Awaiting answer' : due}
      </Cell>
      <Cell className="flex flex-wrap gap-1 @max-2xl:max-w-34 @max-2xl:col-span-2 @max-2xl:col-start-4 @max-2xl:row-start-1 @max-2xl:justify-end @max-2xl:pr-1">
        <Badge tone={status.tone}>{status.label}</Badge>
        {attention && <Badge tone={attention.tone}>{attention.label}</Badge>}
      </Cell>
      <Cell className={classNames(columns.reader, 'truncate', !reader && 'text-quiet')} title={reader}>
        {reader ?? 'Unassigned'}
      </Cell>
      <Cell className={`${columns.amount} text-right whitespace-nowrap tabular-nums`}>
        {formatAmount(order.amount, order.currency)}
        {order.refundedAmount > 0 && order.refundedAmount < order.amount && (
          <>
            <span aria-hidden="true"> − {formatAmount(order.refundedAmount, order.currency)}</span>
            <span className="sr-only">, {formatAmount(order.refundedAmount, order.currency)} refunded</span>
          </>
        )}
      </Cell>
      <Cell className="flex justify-end @max-2xl:col-start-5 @max-2xl:row-start-2">
        <RowActions {...props} />
      </Cell>
    </tr>
  );
});

function Cell({ className, ...cell }: ComponentProps<'td'>) {
  return <td {...cell} className={classNames('min-w-0 px-2 @max-2xl:p-0', className)} />;
}

/** Renders a day. On a phone only screen readers get the current year. */
function Day({ iso }: { iso: string }) {
  const { date, today } = useDateFormats();
  const [day, year = ''] = date(iso).split(', ');
  const isThisYear = today().startsWith(year);
  return (
    <>
      {day}
      <span className={isThisYear ? '@max-md:sr-only' : undefined}>, {year}</span>
    </>
  );
}

function OrderNumber({ order, isDeleted }: { order: Order; isDeleted: boolean }) {
  const { detail } = useDeskStore(createOrderDesk);
  if (isDeleted)
    return <span className="font-semibold whitespace-nowrap tabular-nums">{order.orderNumber}</span>;
  return (
    <Button
      {...rowFocusProps}
      className="text-link min-h-6 scroll-mt-14 scroll-mb-24 cursor-pointer font-semibold whitespace-nowrap tabular-nums"
      data-row
      onClick={() => detail.open(order.id)}
    >
      {order.orderNumber}
    </Button>
  );
}

type PickProps = Omit<ComponentProps<'input'>, 'onChange'> & { onPick: (hasShift: boolean) => void };

/** Renders the checkbox that selects a row. @param props.onPick gets whether Shift was held, to select a range */
export function RowCheckbox({ onPick, ...box }: PickProps) {
  return (
    <label
      className="flex cursor-pointer px-2 py-1.5 [tbody_&]:@max-2xl:py-3"
      // Shift would select the text between the rows.
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

const bin = 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9M6.7 7v4M9.3 7v4';

function RowActions({ order, isDeleted, running }: OrderRowProps) {
  const { orderActions } = useDeskStore(createOrderDesk);
  /** The menu's button while the menu is open. */
  const [button, setButton] = useState<HTMLElement | null>(null);
  const Menu = useLazyComponent(loadMenu, button);
  const isBusy = running !== undefined;
  if (isDeleted) {
    return (
      <Button
        {...rowFocusProps}
        className="btn btn-ghost btn-xs px-1 @max-2xl:border-field-line @max-2xl:px-2"
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
        className="btn btn-ghost btn-circle size-8 text-quiet hover:text-tone-error focus-visible:text-tone-error @max-2xl:size-9"
        aria-label={running === 'delete' ? 'Deleting…' : `Delete order ${order.orderNumber}`}
        isBusy={running === 'delete'}
        busyLabel=""
        disabled={isBusy}
        onClick={() => orderActions.askToDelete(order)}
      >
        <Icon path={bin} strokeWidth="1.3" />
      </Button>
      <Button
        className="btn btn-ghost btn-circle size-8 @max-2xl:size-9"
        aria-label={`Actions for order ${order.orderNumber}`}
        aria-haspopup="menu"
        aria-expanded={button !== null}
        onClick={({ currentTarget }) => setButton(button ? null : currentTarget)}
      >
        <Icon path="M3 8h.01M8 8h.01M13 8h.01" strokeWidth="2.8" strokeLinecap="round" />
      </Button>
      {button && Menu && <Menu order={order} button={button} onClose={() => setButton(null)} />}
    </>
  );
}
