import { formatDollars } from '../../../client/format.ts';
import { refundLabels, refundMeaning } from '../../../client/orders/money/money-words.ts';
import { canRefund } from '../../../client/orders/money/order-money.ts';
import type { Order } from '../../../shared/orders/orders.ts';
import { paymentBadges } from '../../../shared/orders/payment-badges.ts';
import type { OrderPayment } from '../../../shared/orders/refunds.ts';
import { useBusinessDays } from '../../desk/desk-hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { handsOnFocus } from '../../ui/hands-on-focus.ts';
import { Badge } from '../../ui/pieces.tsx';

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

type RefundButtonProps = { order: Order; onPress: () => void; label?: string; className?: string };

export function RefundButton({
  order,
  onPress,
  label = 'Refund…',
  className = 'btn-ghost btn-xs',
}: RefundButtonProps) {
  if (!canRefund(order)) return null;
  return (
    <Button ref={handsOnFocus} className={classNames('btn', className)} onClick={onPress}>
      {label}
    </Button>
  );
}

export function RefundList({ refunds }: { refunds: OrderPayment['refunds'] }) {
  return (
    <ul aria-label="Refunds" aria-live="polite" className="divide-y divide-base-300 border-y border-base-300">
      {refunds.map((refund) => (
        <Refund key={refund.id} refund={refund} />
      ))}
    </ul>
  );
}

function Refund({ refund }: { refund: OrderPayment['refunds'][number] }) {
  const { happened } = useBusinessDays();
  const { label, tone } = refundLabels[refund.status];
  const meaning = refundMeaning(refund);
  return (
    <li className="py-2">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-semibold tabular-nums">{formatDollars(refund.amount)}</span>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="text-sm text-quiet wrap-anywhere">
        {refund.askedBy ? `by ${refund.askedBy}` : 'made at Stripe'} · {happened(refund.createdAt)}
        {refund.refundId && <span> · {refund.refundId}</span>}
      </p>
      {meaning && <p className="text-sm wrap-anywhere">{meaning}</p>}
    </li>
  );
}
