import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatDateTime } from '../../client/format.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { lazyPart } from '../ui/errors/lazy-part.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const loading = (
  <div role="status" aria-label="Loading order" className="grid gap-4 md:grid-cols-[1fr_18rem]">
    <Skeleton className="h-72" />
    <Skeleton className="h-72" />
  </div>
);

/** What is in the dialog of an order. The list prefetches it: it is what a list of orders is for. */
export const OrderBody = lazyPart<{ order: Order }>(
  () => import('./OrderBody.tsx').then((loaded) => loaded.OrderBody),
  loading,
);

/** The order that the address names, in front of everything. */
export function OrderDialog() {
  const { detail } = useAdminDesk();
  const open = useStore(detail.$open);
  const isOpen = open !== null;
  useEffect(() => {
    if (isOpen) OrderBody.prefetch();
  }, [isOpen]);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(staysOpen) => {
        if (!staysOpen) detail.close();
      }}
      size="xl"
      title={`Order ${open?.orderNumber ?? ''}`}
      description={open?.order ? `Placed on ${formatDateTime(open.order.createdAt)}` : undefined}
    >
      {open?.problem && <LoadProblem error={open.problem} fallback="" onRetry={detail.refresh} />}
      {open?.order && <OrderBody order={open.order} />}
      {open && !open.order && !open.problem && loading}
    </Dialog>
  );
}
