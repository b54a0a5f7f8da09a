import { formatDollars } from '../../../client/format.ts';
import { refundLabels, refundMeaning } from '../../../client/orders/money/money-words.ts';
import type { OrderPayment } from '../../../shared/orders/refunds.ts';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { Badge } from '../../ui/Badge.tsx';

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
