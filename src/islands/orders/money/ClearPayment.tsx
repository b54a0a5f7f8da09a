import { useState } from 'react';
import type { Order } from '../../../shared/orders/orders.ts';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { TaskButton } from '../../desk/TaskButton.tsx';
import { useRunning } from '../../desk/use-running.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';

interface ClearPaymentProps {
  order: Order;
  label: string;
  busyLabel: string;
  /** What is asked first. */
  question: string;
  effect: string;
}

/** Says that somebody has looked at what was doubted, or what has failed. */
export function ClearPayment({ order, label, busyLabel, question, effect }: ClearPaymentProps) {
  const { orderActions, work } = useAdminDesk();
  const running = useRunning(work, `order:${order.id}`);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <TaskButton
        className="btn btn-sm"
        task="clear"
        running={running}
        busyLabel={busyLabel}
        onClick={() => setIsAsking(true)}
      >
        {label}
      </TaskButton>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={question}
        description={effect}
        confirmLabel={label}
        onConfirm={() => void orderActions.clearPayment(order)}
      />
    </>
  );
}
