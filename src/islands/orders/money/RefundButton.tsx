import { canRefund } from '../../../client/orders/money/order-money.ts';
import type { Order } from '../../../shared/orders/orders.ts';
import { classNames } from '../../ui/class-names.ts';
import { handsOnFocus } from '../../ui/hands-on-focus.ts';

type RefundButtonProps = { order: Order; onPress: () => void; label?: string; className?: string };

/** Renders nothing where no refund is possible. */
export function RefundButton({
  order,
  onPress,
  label = 'Refund…',
  className = 'btn-ghost btn-xs',
}: RefundButtonProps) {
  if (!canRefund(order)) return null;
  return (
    <button type="button" ref={handsOnFocus} className={classNames('btn', className)} onClick={onPress}>
      {label}
    </button>
  );
}
