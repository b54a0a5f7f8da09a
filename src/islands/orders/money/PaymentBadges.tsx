import type { Order } from '../../../shared/orders/orders.ts';
import { paymentBadges } from '../../../shared/orders/payment-badges.ts';
import { Badge } from '../../ui/Badge.tsx';

/** @param isInRow in a list, where *Paid* is left out */
export function PaymentBadges({ order, isInRow = false }: { order: Order; isInRow?: boolean }) {
  return paymentBadges(order)
    .slice(isInRow && order.paymentStatus === 'paid' ? 1 : 0)
    .map(({ label, tone }) => (
      <Badge key={label} tone={tone}>
        {label}
      </Badge>
    ));
}
