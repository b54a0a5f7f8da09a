import { memo } from 'react';
import { serverNow } from '../../../client/desk/server-clock.ts';
import { formatDollars } from '../../../client/format.ts';
import type { Order } from '../../../shared/orders/orders.ts';
import { stateBadge } from '../../../shared/orders/payment-badges.ts';
import { questionOf, shortQuestionOf } from '../../../shared/orders/reading-types.ts';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { Badge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { handsOnFocus, rowFocus } from '../../ui/hands-on-focus.ts';
import { Pick } from './Pick.tsx';
import { RowActions, type RowDoings } from './RowActions.tsx';

/** Which columns there is room for, in the head and in every row; a card has fewer. */
export const columns = {
  reader: '@max-5xl:hidden',
  amount: '@max-5xl:hidden',
  question: '@max-6xl:hidden',
};

interface OrderRowProps extends RowDoings {
  order: Order;
  /** When it is due, in words; undefined when it is not. */
  due: string | undefined;
  isLate: boolean | undefined;
  /** Since when it waits for an answer of its customer, in words. */
  waiting: string | undefined;
  isDeleted: boolean;
  isPicked: boolean;
  /** Whether it stands beside the list. */
  isOpen: boolean;
  isMenuOpen: boolean;
  /** What is being done to it. */
  running: string | undefined;
}

/** How wide the columns are: each row lays out itself, so that what is outside of the window costs nothing. */
export const columnWidths =
  '@4xl:grid-cols-[2.5rem_6.5rem_minmax(0,1fr)_6.5rem_7.5rem_9.5rem_5rem] @5xl:grid-cols-[2.5rem_6.5rem_minmax(0,1fr)_6.5rem_7.5rem_9.5rem_7rem_9.5rem_5rem] @6xl:grid-cols-[2.5rem_6.5rem_minmax(0,3fr)_minmax(0,2fr)_6.5rem_7.5rem_9.5rem_7rem_9.5rem_5rem]';

const cell = 'min-w-0 px-2 @max-4xl:p-0';

/**
 * A row of one line, and on narrow lists a card of two. Drawn again when something of its own has changed, and not for
 * the others.
 */
export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { happened } = useBusinessDays();
  const { order, due, isLate, waiting, isDeleted, isPicked, isOpen } = props;
  const { selection } = useAdminDesk();
  const state = stateBadge(order);
  const question = shortQuestionOf(order);
  const reader = order.assignedReader?.username;

  return (
    <tr
      ref={handsOnFocus}
      data-order={order.id}
      aria-current={isOpen || undefined}
      className={classNames(
        // How high a row is that is out of sight: of a card nothing is remembered, it changes with its width.
        'grid min-h-9 items-center [contain-intrinsic-height:auto_2.25rem] [content-visibility:auto] [overflow-clip-margin:4px] aria-[current]:shadow-[inset_3px_0_0_var(--color-primary)] @max-4xl:grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] @max-4xl:gap-x-2 @max-4xl:py-1.5 @max-4xl:pr-1 @max-4xl:[contain-intrinsic-height:4.75rem]',
        !isDeleted && 'cursor-pointer',
        columnWidths,
        isPicked ? 'bg-primary/14' : 'hover:bg-base-200/60 aria-[current]:bg-base-200',
      )}
    >
      <td
        className={classNames(
          cell,
          'pr-0 pl-1 @max-4xl:col-start-1 @max-4xl:row-span-2 @max-4xl:row-start-1',
        )}
      >
        <Pick
          aria-label={`Select order ${order.orderNumber}`}
          checked={isPicked}
          onPick={(hasShift) => (hasShift ? selection.toggleTo(order) : selection.toggle(order))}
        />
      </td>
      <td className={classNames(cell, '@max-4xl:col-start-2 @max-4xl:row-start-1')}>
        <OrderNumber order={order} isDeleted={isDeleted} />
      </td>
      <td
        className={classNames(
          cell,
          'flex items-baseline gap-x-2 @max-4xl:col-span-3 @max-4xl:col-start-2 @max-4xl:row-start-2',
        )}
      >
        <span className="max-w-3/5 shrink-0 truncate" title={order.customerName}>
          {order.customerName}
        </span>
        <span className="min-w-0 truncate text-quiet" title={order.customerEmail}>
          {order.customerEmail}
        </span>
      </td>
      <td className={classNames(cell, columns.question, 'truncate text-quiet')} title={questionOf(order)}>
        {question}
      </td>
      <td className={classNames(cell, 'whitespace-nowrap @max-4xl:col-start-3 @max-4xl:row-start-1')}>
        <time dateTime={order.createdAt} title={happened(order.createdAt)}>
          <Day iso={order.createdAt} />
        </time>
      </td>
      <td
        className={classNames(
          cell,
          '@max-4xl:hidden truncate',
          isLate ? 'font-semibold text-tone-error' : 'text-quiet',
        )}
        title={waiting ?? due}
      >
        {waiting ? 'Awaits answer' : due}
      </td>
      <td
        className={classNames(
          cell,
          'flex @max-4xl:col-span-2 @max-4xl:col-start-4 @max-4xl:row-start-1 @max-4xl:justify-end @max-4xl:pr-1',
        )}
      >
        <Badge tone={state.tone}>{state.label}</Badge>
      </td>
      <td className={classNames(cell, columns.reader, 'truncate', !reader && 'text-quiet')} title={reader}>
        {reader ?? 'Unassigned'}
      </td>
      <td className={classNames(cell, columns.amount, 'text-right whitespace-nowrap tabular-nums')}>
        {formatDollars(order.amount)}
        {order.refundedAmount > 0 && order.refundedAmount < order.amount && (
          <>
            <span aria-hidden="true"> − {formatDollars(order.refundedAmount)}</span>
            <span className="sr-only">, {formatDollars(order.refundedAmount)} refunded</span>
          </>
        )}
      </td>
      <td className={classNames(cell, 'flex justify-end @max-4xl:col-start-5 @max-4xl:row-start-2')}>
        <RowActions {...props} />
      </td>
    </tr>
  );
});

/** A day. On a phone the current year is for screen readers only. */
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

interface OrderNumberProps {
  order: Order;
  isDeleted: boolean;
}

/** Opens the order, unless it is deleted. Nothing that stays in its place at an edge of the window covers it. */
function OrderNumber({ order, isDeleted }: OrderNumberProps) {
  const { detail } = useAdminDesk();
  if (isDeleted)
    return <span className="font-semibold whitespace-nowrap tabular-nums">{order.orderNumber}</span>;
  return (
    <button
      type="button"
      {...rowFocus}
      className="text-link min-h-6 scroll-mt-14 scroll-mb-24 cursor-pointer font-semibold whitespace-nowrap tabular-nums"
      data-row
      onClick={() => detail.open(order.id)}
    >
      {order.orderNumber}
    </button>
  );
}
