import type { Order } from '../../../shared/orders/orders.ts';
import { ConfirmedTask } from '../../desk/ConfirmedTask.tsx';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { useRunning } from '../../desk/use-running.ts';

interface ClearPaymentProps {
  order: Order;
  label: string;
  busyLabel: string;
  /** What is asked first. */
  question: string;
  effect: string;
}

/** A button by which the admin confirms that they have looked at a doubted payment or a failed refund. */
export function ClearPayment({ order, label, ...words }: ClearPaymentProps) {
  const { orderActions, work } = useAdminDesk();
  return (
    <ConfirmedTask
      {...words}
      className="btn btn-sm"
      task="clear"
      running={useRunning(work, `order:${order.id}`)}
      confirmLabel={label}
      onConfirm={() => void orderActions.clearPayment(order)}
    >
      {label}
    </ConfirmedTask>
  );
}
