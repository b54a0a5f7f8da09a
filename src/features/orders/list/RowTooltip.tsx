import * as Radix from 'radix-ui/tooltip';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect } from 'react';
import { questionOf } from '../../../shared/orders/asked.ts';
import type { Order } from '../../../shared/orders/order-schema.ts';

export interface TooltipVisit {
  trigger: HTMLElement;
  order: Order;
  /** The event that pointed at or focused the order number. */
  event: PointerEvent | FocusEvent;
}

/** Shows the visited row's question beside its order number: one tooltip for all rows (docs/product.md §9). */
export function RowTooltip({ visit }: { visit: TooltipVisit | null }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {visit && (
        <Radix.Root>
          <Radix.Trigger asChild>
            <Visited visit={visit} />
          </Radix.Trigger>
          <Radix.Portal>
            <Radix.Content
              className="z-60 max-w-[min(20rem,var(--radix-tooltip-content-available-width))] rounded-selector bg-neutral px-2.5 py-1.5 text-sm/[1.4] text-neutral-content"
              side="right"
              sideOffset={6}
              collisionPadding={8}
            >
              {questionOf(visit.order)}
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
    </Radix.Provider>
  );
}

interface VisitedProps {
  visit: TooltipVisit;
  ref?: Ref<HTMLElement>;
  'aria-describedby'?: string;
  onPointerMove?: (event: Event) => void;
  onFocus?: (event: Event) => void;
}

/** Passes Radix's trigger props to the row's button: if Radix remounted it, it would lose the focus. */
function Visited({ visit, ref, 'aria-describedby': description, ...handlers }: VisitedProps) {
  const { trigger, event } = visit;
  useImperativeHandle(ref, () => trigger, [trigger]);

  useLayoutEffect(() => {
    if (!description) return;
    trigger.setAttribute('aria-describedby', description);
    return () => trigger.removeAttribute('aria-describedby');
  }, [trigger, description]);

  useLayoutEffect(() => {
    const attached = new AbortController();
    for (const [name, handler] of Object.entries(handlers)) {
      if (typeof handler !== 'function') continue;
      trigger.addEventListener(name.slice('on'.length).toLowerCase(), handler, { signal: attached.signal });
    }
    return () => attached.abort();
  });

  // The first event came before these listeners.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every trigger
  useEffect(() => {
    if (event instanceof PointerEvent) {
      if (trigger.matches(':hover')) handlers.onPointerMove?.(event);
    } else if (trigger.matches(':focus-visible')) handlers.onFocus?.(event);
  }, [trigger]);

  return null;
}
