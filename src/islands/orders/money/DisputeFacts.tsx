import { serverNow } from '../../../client/desk/server-clock.ts';
import { formatDollars } from '../../../client/format.ts';
import {
  canBeAnswered,
  disputeLabel,
  disputeMeaning,
  disputeReason,
} from '../../../client/orders/money/money-words.ts';
import type { OrderPayment } from '../../../shared/orders/refunds.ts';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { Badge } from '../../ui/Badge.tsx';

type Dispute = OrderPayment['disputes'][number];

/** What the customer's bank says about a payment, and by when it wants an answer. */
export function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { status, reason, amount, withdrawn, dueAt } = dispute;
  const { label, tone } = disputeLabel(status);
  return (
    <div className="grid max-w-prose gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        {dueAt !== null && canBeAnswered(status) && <AnswerBy dueAt={dueAt} />}
      </p>
      <p>{disputeMeaning(status)}</p>
      <p className="text-sm text-quiet">
        {formatDollars(amount)}, of which {formatDollars(Math.max(0, withdrawn))} is withdrawn. Reason:{' '}
        {disputeReason(reason)}.
      </p>
    </div>
  );
}

function AnswerBy({ dueAt }: { dueAt: string }) {
  const { dueLabel, deadline } = useBusinessDays();
  const { left, isLate, isSoon } = dueLabel(dueAt, serverNow());
  return (
    <span>
      Answer by{' '}
      <time dateTime={dueAt} className="font-semibold">
        {deadline(dueAt)}
      </time>{' '}
      <Badge tone={isLate || isSoon ? 'error' : 'warning'}>{isLate ? 'Over' : left}</Badge>
    </span>
  );
}
