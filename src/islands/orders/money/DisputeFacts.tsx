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
import { Fact } from '../../ui/Fact.tsx';

type Dispute = OrderPayment['disputes'][number];

/** What a bank says of a payment, and by when it wants an answer. */
export function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { status, reason, amount, withdrawn, dueAt } = dispute;
  const { label, tone } = disputeLabel(status);
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="max-w-prose">{disputeMeaning(status)}</p>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] gap-x-6 gap-y-2">
        {dueAt !== null && canBeAnswered(status) && <AnswerBy dueAt={dueAt} />}
        <Fact label="Reason">
          <span className="inline-block first-letter:uppercase">{disputeReason(reason)}</span>
        </Fact>
        <Fact label="Amount">{formatDollars(amount)}</Fact>
        <Fact label="Withdrawn by the bank">{formatDollars(Math.max(0, withdrawn))}</Fact>
      </dl>
    </div>
  );
}

function AnswerBy({ dueAt }: { dueAt: string }) {
  const { dueLabel, deadline } = useBusinessDays();
  const { left, isLate, isSoon } = dueLabel(dueAt, serverNow());
  return (
    <Fact label="Answer by">
      <time dateTime={dueAt} className="font-semibold">
        {deadline(dueAt)}
      </time>{' '}
      <Badge tone={isLate || isSoon ? 'error' : 'warning'}>{isLate ? 'Over' : left}</Badge>
    </Fact>
  );
}
