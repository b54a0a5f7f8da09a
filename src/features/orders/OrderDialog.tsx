import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { SidePanel } from '../../ui/dialogs/SidePanel.tsx';
import { lazyPart } from '../../ui/errors/lazy-part.tsx';
import { LoadProblem } from '../../ui/errors/WhenFetched.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/pieces.tsx';
import { InOpenOrder, useDeskStore } from '../desk/desk-hooks.ts';
import { createOrderDesk } from './order-desk.ts';
import type { OpenOrder } from './order-detail.ts';

const loading = (
  <div role="status" aria-label="Loading order" className="grid gap-4">
    <Skeleton className="h-28" />
    <Skeleton className="h-72" />
  </div>
);

export const OrderBody = lazyPart(() => import('./OrderBody.tsx'), 'OrderBody', loading);

/** Shows the open order beside the list, or over it if there is no room; renders nothing if no order is open. */
export function OrderDialog({ isPageNarrow }: { isPageNarrow: boolean }) {
  const open = useStore(useDeskStore(createOrderDesk).detail.$open);
  return open && <OrderPanel open={open} isPageNarrow={isPageNarrow} />;
}

function OrderPanel({ open, isPageNarrow }: { open: OpenOrder; isPageNarrow: boolean }) {
  const { detail } = useDeskStore(createOrderDesk);
  useEffect(() => OrderBody.prefetch(), []);
  const { id, orderNumber, order, problem } = open;
  useRowInView(id);
  return (
    <SidePanel
      subject={id}
      title={`Order ${orderNumber}`}
      isPageNarrow={isPageNarrow}
      actions={<OrderSteps orderNumber={orderNumber} />}
      onClose={detail.close}
      findOpener={() => rowOf(id)}
    >
      {problem && <LoadProblem error={problem} fallback="" onRetry={detail.ofOrder(id).refresh} />}
      {order && (
        <InOpenOrder value={true}>
          <OrderBody key={id} order={order} />
        </InOpenOrder>
      )}
      {!order && !problem && loading}
    </SidePanel>
  );
}

/** Keeps the clicked row in place while the list makes room, and scrolls to the row of the next order. */
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

function OrderSteps({ orderNumber }: { orderNumber: string }) {
  const { detail, orders } = useDeskStore(createOrderDesk);
  const { position, previous, next, isMore } = useStore(detail.$place);
  const { total, isTotalAtLeast } = useStore(orders.$state);
  return (
    <div className="flex flex-none items-center gap-1">
      <p role="status" className="mr-1 text-sm whitespace-nowrap text-quiet tabular-nums max-sm:sr-only">
        {position !== null && (
          <span>
            <span className="sr-only">{orderNumber} is number </span>
            {position.toLocaleString('en-US')} of{' '}
            {`${total.toLocaleString('en-US')}${isTotalAtLeast ? '+' : ''}`}
          </span>
        )}
      </p>
      <Step label="Previous order" keys="k" by={-1} isThere={previous !== undefined} path="M4 10l4-4 4 4" />
      <Step label="Next order" keys="j" by={1} isThere={next !== undefined || isMore} path="M4 6l4 4 4-4" />
    </div>
  );
}

type StepProps = { label: string; keys: string; by: 1 | -1; isThere: boolean; path: string };

/** A button to the next or previous order. At the end of the list it keeps the focus and does nothing. */
function Step({ label, keys, by, isThere, path }: StepProps) {
  const { detail } = useDeskStore(createOrderDesk);
  return (
    <Button
      className="btn btn-ghost btn-sm btn-circle"
      aria-label={label}
      title={`${label} (${keys})`}
      aria-keyshortcuts={keys}
      aria-disabled={!isThere || undefined}
      onClick={() => isThere && void detail.step(by)}
    >
      <Icon path={path} />
    </Button>
  );
}

function topOf(id: string): number | null {
  return rowOf(id)?.getBoundingClientRect().top ?? null;
}

/** Returns the button that opens the order, in the list or among the pending readings. */
function rowOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(
    `[data-order="${CSS.escape(id)}"][data-row], [data-order="${CSS.escape(id)}"] [data-row]`,
  );
}
