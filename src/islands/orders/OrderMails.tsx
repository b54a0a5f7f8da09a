import { useStore } from '@nanostores/react';
import { canResend, mailKindNames, mailStateText } from '../../client/orders/order-mails.ts';
import type { OrderMail } from '../../shared/orders/mails.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { counted } from '../../shared/plural.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Badge } from '../ui/Badge.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AddressEditor } from './AddressEditor.tsx';
import { mailLabels } from './mail-labels.ts';

/** What was mailed for an order, what became of it, and where it goes. */
export function OrderMails({ order }: { order: Order }) {
  const { mails } = useAdminDesk();
  const fetched = mails.ofOrder(order.id);
  const { data, error } = useStore(fetched.$state);

  return (
    <section aria-label="Mails" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 className="text-lg">Mails</h3>
        {data?.some(({ state }) => state === 'queued') && (
          <button type="button" className="btn btn-ghost btn-xs" onClick={() => void fetched.refresh()}>
            Check again
          </button>
        )}
      </div>
      <AddressEditor order={order} />
      {error && (
        <LoadProblem error={error} fallback="The mails could not be loaded." onRetry={fetched.refresh} />
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading mails">
          <Skeleton className="h-16" />
        </div>
      )}
      {data?.length === 0 && <p className="text-quiet">No mail yet.</p>}
      {data && data.length > 0 && (
        <ul aria-label="Mails of this order" className="divide-y divide-base-300 border-t border-base-300">
          {data.map((mail) => (
            <MailRow key={mail.id} order={order} mail={mail} canResend={canResend(mail, data)} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface MailRowProps {
  order: Order;
  mail: OrderMail;
  canResend: boolean;
}

function MailRow({ order, mail, canResend: isResendable }: MailRowProps) {
  const days = useBusinessDays();
  const { mails, work } = useAdminDesk();
  const running = useRunning(work, `mails:${order.id}`);
  const { label, tone } = mailLabels[mail.state];
  const kind = mailKindNames[mail.kind];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold">{kind}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="wrap-anywhere">{mail.to}</p>
        <p className="text-sm text-quiet">
          {mailStateText(mail, days)}
          {mail.attempts > 0 && <span> · {counted(mail.attempts, 'attempt')}</span>}
          {' · '}
          <time dateTime={mail.createdAt}>written {days.happened(mail.createdAt)}</time>
        </p>
        {mail.lastError && (
          <p className="mt-1 text-sm wrap-anywhere">
            The mail server’s words: <q>{mail.lastError}</q>
          </p>
        )}
      </div>
      {isResendable && (
        <ActionButton
          className="btn btn-sm"
          aria-label={running === `resend:${mail.id}` ? undefined : `Resend: ${kind} to ${mail.to}`}
          isBusy={running === `resend:${mail.id}`}
          busyLabel="Resending…"
          disabled={running !== undefined}
          onClick={() => void mails.resend(order, mail)}
        >
          Resend
        </ActionButton>
      )}
    </li>
  );
}
