import * as Radix from 'radix-ui/dropdown-menu';
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import type { Order } from '../../../shared/orders/order-schema.ts';
import { useDeskStore } from '../../desk/desk-hooks.ts';
import { canRefund } from '../money/order-money.ts';
import { createOrderDesk } from '../order-desk.ts';

type RowMenuProps = { order: Order; button: HTMLElement; onClose: () => void };

/** Renders an open menu at a row's button. The chosen action runs once the focus has returned. */
export function RowMenu({ order, button, onClose }: RowMenuProps) {
  const { detail, orderActions, selection } = useDeskStore(createOrderDesk);
  // Runs once the focus is back in the row, so that a dialog returns it there.
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
            // The button itself closes the menu.
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
            // The bar is rendered after the next paint.
            requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-reader-choice]')?.focus());
          })}
          {canRefund(order) && item('Refund…', () => detail.open(order.id, 'refund'))}
          {item('Copy number', () => void orderActions.copyNumber(order))}
          <Radix.Separator className="my-1 border-t border-base-300" />
          {item('Delete', () => orderActions.askToDelete(order), 'text-tone-error')}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Passes the row's button to Radix: if Radix's trigger remounted it, it would lose the focus. */
function StandIn({ button, ref }: { button: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => button, [button]);
  return null;
}
