import { useState } from 'react';
import { isWorkable } from '../../../shared/orders/order-status.ts';
import type { Order } from '../../../shared/orders/orders.ts';
import { classNames } from '../../ui/class-names.ts';
import { handsOnFocus } from '../../ui/hands-on-focus.ts';
import { RefundDialog } from './RefundDialog.tsx';

interface RefundButtonProps {
  order: Order;
  label?: string;
  className?: string;
}

/**
 * Opens the refund of an order. Unpaid orders have nothing to give back; what went back in full, or is disputed,
 * neither. A dialog that is open stays: somebody reads in it why nothing is left.
 */
export function RefundButton({
  order,
  label = 'Refund…',
  className = 'btn-ghost btn-xs',
}: RefundButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isPossible = isWorkable(order.paymentStatus) || order.paymentStatus === 'review';
  if (!(isPossible || isOpen) || order.amount === 0) return null;
  return (
    <>
      <button
        type="button"
        ref={handsOnFocus}
        className={classNames('btn', className)}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </button>
      <RefundDialog order={order} open={isOpen} onOpenChange={setIsOpen} />
    </>
  );
}
