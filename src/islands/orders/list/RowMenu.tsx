import * as Radix from 'radix-ui/dropdown-menu';
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import { copyOrderNumber } from '../../../client/orders/copy-number.ts';
import { canRefund } from '../../../client/orders/money/order-money.ts';
import { showToast } from '../../../client/toasts.ts';
import type { Order } from '../../../shared/orders/orders.ts';
import { useAdminDesk } from '../../desk/desk-context.ts';

/** The row whose menu is open, and the button at which it hangs. */
export interface MenuVisit {
  order: Order;
  button: HTMLElement;
}

interface RowMenuProps {
  visit: MenuVisit;
  onClose: () => void;
  onDelete: (order: Order) => void;
}

/** What can be done to the order of a row. There is one for all rows, fetched when it is opened first. */
export function RowMenu({ visit: { order, button }, onClose, onDelete }: RowMenuProps) {
  const { detail, selection } = useAdminDesk();
  // Done once the focus is back in the row, so that what opens then returns it there.
  const chosen = useRef<() => void>(undefined);
  const item = (label: ReactNode, act: () => void, className = '') => (
    <Radix.Item
      className={`cursor-pointer rounded-selector px-3 py-1.5 outline-none data-highlighted:bg-base-200 ${className}`}
      onSelect={() => {
        chosen.current = act;
      }}
    >
      {label}
    </Radix.Item>
  );
  return (
    <Radix.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Trigger asChild>
        <StandIn button={button} />
      </Radix.Trigger>
      <Radix.Portal container={button.closest('main')}>
        <Radix.Content
          aria-label={`Actions for order ${order.orderNumber}`}
          aria-labelledby={undefined}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="panel z-60 min-w-44 p-1 text-sm shadow-lg"
          onInteractOutside={(event) => {
            // The button, pressed or focused, closes it itself.
            if (event.target instanceof Node && button.contains(event.target)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (chosen.current || document.activeElement === document.body) button.focus();
            chosen.current?.();
          }}
        >
          {item('Open', () => detail.open(order.id))}
          {item('Assign…', () => {
            selection.pickOnly(order);
            focusReaderChoice();
          })}
          {canRefund(order) && item('Refund…', () => detail.open(order.id, 'refund'))}
          {item('Copy number', () => void copyOrderNumber(order, navigator.clipboard, showToast))}
          <Radix.Separator className="my-1 border-t border-base-300" />
          {item('Delete', () => onDelete(order), 'text-tone-error')}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Passes a button that stands in a row on to Radix: remounted inside Radix's, it would lose the focus. */
function StandIn({ button, ref }: { button: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => button, [button]);
  return null;
}

function focusReaderChoice(): void {
  // The bar is there after the next paint.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-reader-choice]')?.focus());
}
