import { memo } from 'react';
import { formatDate, formatDollars } from '../../../client/format.ts';
import { adminStatusLabel } from '../../../shared/orders/order-status.ts';
import type { Order } from '../../../shared/orders/orders.ts';
import { paymentBadges } from '../../../shared/orders/payment-badges.ts';
import { questionOf } from '../../../shared/orders/reading-types.ts';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { Badge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { handsOnFocus, rowFocus } from '../../ui/hands-on-focus.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { PaymentBadges } from '../money/PaymentBadges.tsx';
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
  /** When it is due, in words. */
  due: string | undefined;
  isLate: boolean | undefined;
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
  '@4xl:grid-cols-[2.5rem_6.5rem_minmax(0,1fr)_6.5rem_8rem_13.5rem_4rem] @5xl:grid-cols-[2.5rem_6.5rem_minmax(0,1fr)_6.5rem_8rem_13.5rem_6rem_5rem_4rem] @6xl:grid-cols-[2.5rem_6.5rem_20%_minmax(0,1fr)_6.5rem_8rem_13.5rem_6rem_5rem_4rem]';

const cell = 'min-w-0 px-2 @max-4xl:p-0';

/**
 * A row of one line, and on narrow lists a card of two, which opens wherever it is pressed. Drawn again when something
 * of its own has changed, and not for the others.
 */
export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { happened } = useBusinessDays();
  const { order, due, isLate, isDeleted, isPicked, isOpen } = props;
  const { selection } = useAdminDesk();
  const status = adminStatusLabel(order.status);
  const question = questionOf(order);
  const reader = order.assignedReader?.username ?? '';
  // Beside the number there is room for the status alone, and on the narrowest screens not even for that.
  const hasNews = paymentBadges(order).length > (order.paymentStatus === 'paid' ? 1 : 0);
  const lineOfItsOwn = hasNews
    ? '@max-md:col-span-3 @max-md:col-start-2 @max-md:row-start-3'
    : '@max-xs:col-span-3 @max-xs:col-start-2 @max-xs:row-start-3';
  // How high a row is that is out of sight; of a card nothing is remembered, it changes with its width.
  const heightUnseen = hasNews
    ? '[contain-intrinsic-height:auto_2.25rem] @max-4xl:[contain-intrinsic-height:3.25rem] @max-md:[contain-intrinsic-height:4.65rem]'
    : '[contain-intrinsic-height:auto_2.25rem] @max-4xl:[contain-intrinsic-height:3.25rem] @max-xs:[contain-intrinsic-height:4.65rem]';

  return (
    <tr
      ref={handsOnFocus}
      data-order={order.id}
      aria-current={isOpen || undefined}
      className={classNames(
        'group grid min-h-9 items-center [content-visibility:auto] [overflow-clip-margin:4px] aria-[current]:shadow-[inset_3px_0_0_var(--color-primary)] @max-4xl:relative @max-4xl:grid-cols-[auto_minmax(6rem,1fr)_auto_auto] @max-xs:grid-cols-[auto_minmax(0,1fr)_auto_auto] @max-4xl:gap-x-1 @max-4xl:py-2 @max-4xl:pr-1',
        heightUnseen,
        columnWidths,
        isPicked ? 'bg-primary/14' : 'hover:bg-base-200/60 aria-[current]:bg-base-200',
      )}
    >
      <td className={classNames(cell, 'pr-0 pl-1 @max-4xl:z-1 @max-4xl:row-span-2')}>
        <Pick
          aria-label={`Select order ${order.orderNumber}`}
          checked={isPicked}
          onPick={(hasShift) => (hasShift ? selection.toggleTo(order) : selection.toggle(order))}
        />
      </td>
      <td className={classNames(cell, '@max-xs:col-span-2')}>
        <OrderNumber order={order} question={question} isDeleted={isDeleted} />
      </td>
      <td
        className={classNames(cell, 'flex items-baseline gap-x-2 @max-4xl:col-start-2 @max-4xl:row-start-2')}
      >
        <span
          className="max-w-3/5 shrink-0 truncate @max-md:max-w-full @max-md:shrink"
          title={order.customerName}
        >
          {order.customerName}
        </span>
        <span className="min-w-0 truncate text-quiet @max-md:hidden" title={order.customerEmail}>
          {order.customerEmail}
        </span>
      </td>
      <td className={classNames(cell, 'flex items-baseline gap-x-2', columns.question)}>
        <span className="truncate text-quiet" title={question}>
          {question}
        </span>
      </td>
      <td
        className={classNames(
          cell,
          'whitespace-nowrap @max-4xl:col-span-2 @max-4xl:col-start-3 @max-4xl:row-start-2 @max-4xl:pr-2 @max-4xl:text-right',
          due && '@max-4xl:hidden',
        )}
      >
        <time dateTime={order.createdAt} title={happened(order.createdAt)}>
          {formatDate(order.createdAt)}
        </time>
      </td>
      <td
        className={classNames(
          cell,
          'whitespace-nowrap @max-4xl:col-span-2 @max-4xl:col-start-3 @max-4xl:row-start-2 @max-4xl:pr-2 @max-4xl:text-right',
          !due && '@max-4xl:hidden',
        )}
      >
        {due && <Due text={due} isLate={isLate} />}
      </td>
      <td
        className={classNames(
          cell,
          'flex flex-wrap gap-1 @4xl:flex-nowrap @max-4xl:col-start-3 @max-4xl:row-start-1',
          lineOfItsOwn,
        )}
      >
        <Badge tone={status.tone}>{status.label}</Badge>
        <PaymentBadges order={order} isInRow />
      </td>
      <td className={classNames(cell, columns.reader, 'truncate')} title={reader}>
        {reader}
      </td>
      <td className={classNames(cell, columns.amount, 'text-right tabular-nums')}>
        {formatDollars(order.amount)}
      </td>
      <td
        className={classNames(
          cell,
          'flex justify-end @max-4xl:z-1 @max-4xl:col-start-4 @max-4xl:row-start-1',
        )}
      >
        <RowActions {...props} />
      </td>
    </tr>
  );
});

/** When it is due; the head of its column says that it is about that, a card has none. */
function Due({ text, isLate = false }: { text: string; isLate: boolean | undefined }) {
  if (isLate) return <Badge tone="error">{text}</Badge>;
  const [, prefix, when] = /^(Due )?(.*)$/.exec(text) ?? [];
  return (
    <span className="text-quiet">
      <span className="@4xl:sr-only">{prefix}</span>
      <span className="@4xl:inline-block @4xl:first-letter:uppercase">{when}</span>
    </span>
  );
}

interface OrderNumberProps {
  order: Order;
  question: string;
  isDeleted: boolean;
}

/** Opens the order, unless it is deleted. Nothing that stays in its place at an edge of the window covers it. */
function OrderNumber({ order, question, isDeleted }: OrderNumberProps) {
  const { detail } = useAdminDesk();
  if (isDeleted)
    return <span className="font-semibold whitespace-nowrap tabular-nums">{order.orderNumber}</span>;
  return (
    // Above, it would lie on the number of the row before.
    <Tooltip text={question} side="right">
      <button
        type="button"
        {...rowFocus}
        className="text-link min-h-6 scroll-mt-14 scroll-mb-24 cursor-pointer font-semibold whitespace-nowrap tabular-nums @max-4xl:after:absolute @max-4xl:after:inset-0"
        data-row
        onClick={() => detail.open(order.id)}
      >
        {order.orderNumber}
      </button>
    </Tooltip>
  );
}
