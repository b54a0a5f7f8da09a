import type { Order } from '../../../shared/orders/orders.ts';
import { paymentBadges } from '../../../shared/orders/payment-badges.ts';
import { Badge } from '../../ui/Badge.tsx';

interface PaymentBadgesProps {
  order: Order;
  /** Whether it stands in a list, where it goes without saying that an order is paid. */
  isInRow?: boolean;
}

/** How the money of an order is, in a word or a few. */
export function PaymentBadges({ order, isInRow = false }: PaymentBadgesProps) {
  return paymentBadges(order)
    .slice(isInRow && order.paymentStatus === 'paid' ? 1 : 0)
    .map(({ label, tone }) => (
      <Badge key={label} tone={tone}>
        {label}
      </Badge>
    ));
}
