import { useStore } from '@nanostores/react';
import { useAdminDesk } from '../desk/desk-context.ts';

/** Leads from an order to the one before and after it in the list. */
export function OrderSteps({ orderNumber }: { orderNumber: string }) {
  const { detail, orders } = useAdminDesk();
  const { position, hasPrevious, hasNext } = useStore(detail.$place);
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
      <Step label="Previous order" keys="k" isThere={hasPrevious} onStep={() => void detail.step(-1)}>
        <path d="M4 10l4-4 4 4" />
      </Step>
      <Step label="Next order" keys="j" isThere={hasNext} onStep={() => void detail.step(1)}>
        <path d="M4 6l4 4 4-4" />
      </Step>
    </div>
  );
}

interface StepProps {
  label: string;
  keys: string;
  isThere: boolean;
  onStep: () => void;
  children: React.ReactNode;
}

/** At the end of the list it keeps the focus, and does nothing. */
function Step({ label, keys, isThere, onStep, children }: StepProps) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm btn-circle"
      aria-label={label}
      title={`${label} (${keys})`}
      aria-keyshortcuts={keys}
      aria-disabled={!isThere || undefined}
      onClick={() => {
        if (isThere) onStep();
      }}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
        <g fill="none" stroke="currentColor" strokeWidth="1.5">
          {children}
        </g>
      </svg>
    </button>
  );
}
