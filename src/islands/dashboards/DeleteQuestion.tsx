import { useStore } from '@nanostores/react';
import type { AdminDesk } from '../../client/dashboards/admin-desk.ts';
import { removeAndClose } from '../../client/dashboards/order-at-hand.ts';
import { whatDeletingLeaves } from '../../client/orders/deleting.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx';

// Loaded with the order dialog, which is prefetched as soon as the admin reaches a row.
const ConfirmDialog = lazyDialog(
  () => import('../ui/dialogs/ConfirmDialog.tsx'),
  'ConfirmDialog',
  'The question',
);

/** Asks before an order is deleted (docs/product.md §7). */
export function DeleteQuestion({ desk }: { desk: AdminDesk }) {
  const { $deletionAsked, askToDelete } = desk.orderActions;
  const order = useStore($deletionAsked);
  return (
    <ConfirmDialog
      open={order !== null}
      onOpenChange={(open) => {
        if (!open) askToDelete(null);
      }}
      title={`Are you sure you want to delete order ${order?.orderNumber ?? ''}?`}
      description={order ? <About order={order} /> : undefined}
      confirmLabel="Delete"
      tone="destructive"
      onConfirm={() => {
        if (order) void removeAndClose(desk, order);
      }}
    />
  );
}

/** Whose order it is, and what deleting it does not do. */
function About({ order }: { order: Order }) {
  const left = whatDeletingLeaves(order);
  return (
    <>
      {order.customerName}, {order.customerEmail}
      {left && <span className="mt-2 block font-semibold text-base-content">{left}</span>}
    </>
  );
}
