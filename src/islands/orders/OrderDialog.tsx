import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { OpenOrder } from '../../client/orders/order-detail.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { InOpenOrder } from '../desk/use-order-actions.ts';
import { SidePanel } from '../ui/dialogs/SidePanel.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { lazyPart } from '../ui/errors/lazy-part.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { OrderSteps } from './OrderSteps.tsx';

const loading = (
  <div role="status" aria-label="Loading order" className="grid gap-4">
    <Skeleton className="h-28" />
    <Skeleton className="h-72" />
  </div>
);

/** What is in the dialog of an order. The list prefetches it: it is what a list of orders is for. */
export const OrderBody = lazyPart(() => import('./OrderBody.tsx'), 'OrderBody', loading);

/** The order that the address names, beside its list, or over it where there is no room. */
export function OrderDialog() {
  const { detail } = useAdminDesk();
  const open = useStore(detail.$open);
  return open && <OrderPanel open={open} />;
}

function OrderPanel({ open }: { open: OpenOrder }) {
  const { detail, $tab } = useAdminDesk();
  const tab = useStore($tab);
  useEffect(() => OrderBody.prefetch(), []);
  const { id, orderNumber, order, problem } = open;
  useRowInView(id);
  return (
    <SidePanel
      subject={id}
      title={`Order ${orderNumber}`}
      description={order && <PlacedOn iso={order.createdAt} />}
      isPageNarrow={tab === 'orders'}
      actions={<OrderSteps orderNumber={orderNumber} />}
      onClose={detail.close}
      findOpener={() => rowOf(id)}
    >
      {problem && <LoadProblem error={problem} fallback="" onRetry={detail.refresh} />}
      {order && (
        <InOpenOrder value={true}>
          <OrderBody key={id} order={order} />
        </InOpenOrder>
      )}
      {!order && !problem && loading}
    </SidePanel>
  );
}

/** One line, also where its words have no room on it. */
function PlacedOn({ iso }: { iso: string }) {
  const { happened } = useBusinessDays();
  return (
    <>
      <span className="max-sm:sr-only">Placed on</span> {happened(iso)}
    </>
  );
}

/** Keeps the pressed row in place while the list makes room, and scrolls along as the admin pages through the panel. */
function useRowInView(id: string): void {
  const [topBefore] = useState(() => topOf(id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useLayoutEffect(() => {
    const top = topOf(id);
    if (top !== null && topBefore !== null) scrollBy({ top: top - topBefore, behavior: 'instant' });
  }, []);
  useEffect(() => {
    rowOf(id)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
}

function topOf(id: string): number | null {
  return rowOf(id)?.getBoundingClientRect().top ?? null;
}

/** @returns what opens an order in the list, or its card among the readings to approve */
function rowOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(
    `[data-order="${CSS.escape(id)}"][data-row], [data-order="${CSS.escape(id)}"] [data-row]`,
  );
}
