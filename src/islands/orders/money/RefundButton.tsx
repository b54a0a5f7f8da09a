import { isWorkable } from '../../../shared/orders/order-status.ts';
import type { Order } from '../../../shared/orders/orders.ts';
import { classNames } from '../../ui/class-names.ts';
import { handsOnFocus } from '../../ui/hands-on-focus.ts';

interface RefundButtonProps {
  order: Order;
  onPress: () => void;
  label?: string;
  className?: string;
}

/** Unpaid orders have nothing to give back; what went back in full, or is disputed, neither. */
export function RefundButton({
  order,
  onPress,
  label = 'Refund…',
  className = 'btn-ghost btn-xs',
}: RefundButtonProps) {
  const isPossible = isWorkable(order.paymentStatus) || order.paymentStatus === 'review';
  if (!isPossible || order.amount === 0) return null;
  return (
    <button type="button" ref={handsOnFocus} className={classNames('btn', className)} onClick={onPress}>
      {label}
    </button>
  );
}
