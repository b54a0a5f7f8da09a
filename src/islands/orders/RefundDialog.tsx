import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { formatDollars } from '../../client/format.ts';
import type { Order } from '../../shared/orders/orders.ts';
import type { OrderPayment } from '../../shared/orders/refunds.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { InputField } from '../ui/forms/InputField.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

interface RefundDialogProps {
  order: Order;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Gives a customer money back, in full or in part. */
export function RefundDialog({ order, open, onOpenChange }: RefundDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Refund order ${order.orderNumber}`}
      description={`The money goes back to the card of ${order.customerName}, through Stripe.`}
    >
      <Money order={order} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Money({ order, onDone }: { order: Order; onDone: () => void }) {
  const { refunds } = useAdminDesk();
  const fetched = refunds.paymentOf(order.id);
  const { data: payment, error } = useStore(fetched.$state);
  const [isFresh, setIsFresh] = useState(false);
  // Somebody may have refunded it at Stripe since it was last looked at.
  useEffect(() => void fetched.refresh().then(() => setIsFresh(true)), [fetched]);

  if (error) {
    return <LoadProblem error={error} fallback="Stripe could not be asked." onRetry={fetched.refresh} />;
  }
  if (payment === undefined || !isFresh) {
    return (
      <div role="status" aria-label="Asking Stripe">
        <Skeleton className="h-32" />
      </div>
    );
  }
  if (payment === null) return <p>This reading was free: there is nothing to give back.</p>;
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-3 gap-3">
        <Sum label="Paid" dollars={payment.received} />
        <Sum label="Given back" dollars={payment.refunded} />
        <Sum label="Left" dollars={payment.refundable} />
      </dl>
      {payment.isDisputed && (
        <p className="text-tone-error">
          The customer disputes this payment. Answer at Stripe; a refund is not possible any more.
        </p>
      )}
      {payment.refundable > 0 && <RefundForm order={order} payment={payment} onDone={onDone} />}
    </div>
  );
}

function Sum({ label, dollars }: { label: string; dollars: number }) {
  return (
    <div>
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="font-display text-lg tabular-nums">{formatDollars(dollars)}</dd>
    </div>
  );
}

interface RefundFormProps {
  order: Order;
  payment: OrderPayment;
  onDone: () => void;
}

function RefundForm({ order, payment, onDone }: RefundFormProps) {
  const { refundable: left, refunded } = payment;
  const { refunds, work } = useAdminDesk();
  const running = useRunning(work, `order:${order.id}`);
  const [amount, setAmount] = useState(left.toFixed(2));
  const [problem, setProblem] = useState<string | null>(null);

  async function refund(event: React.SubmitEvent) {
    event.preventDefault();
    const found = refunds.problemWith(amount, left);
    setProblem(found);
    if (found === null && (await refunds.refund(order, amount, refunded))) onDone();
  }

  return (
    <form noValidate onSubmit={refund} className="grid gap-4" aria-label="Refund">
      <InputField
        // The dialog is open already: Stripe was asked meanwhile.
        autoFocus
        label="How much ($)"
        hint={
          order.status === 'approved'
            ? 'The customer keeps the reading.'
            : 'With all of it back, nothing is written or sent any more.'
        }
        error={problem}
        type="text"
        inputMode="decimal"
        className="tabular-nums"
        readOnly={running !== undefined}
        value={amount}
        onChange={(event) => {
          setProblem(null);
          setAmount(event.target.value);
        }}
      />
      <div className="flex justify-end">
        <ActionButton
          type="submit"
          className="btn btn-error"
          isBusy={running === 'refund'}
          busyLabel="Refunding…"
          disabled={running !== undefined}
        >
          Refund
        </ActionButton>
      </div>
    </form>
  );
}
