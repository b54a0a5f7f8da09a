import type { Order } from '../../../shared/orders/orders.ts';
import { WorkingButton } from '../../ui/ActionButton.tsx';
import { rowFocus } from '../../ui/hands-on-focus.ts';
import { Spinner } from '../../ui/Spinner.tsx';

/** What can be begun in a row. */
export interface RowDoings {
  onDelete: (order: Order) => void;
  onRestore: (order: Order) => void;
  /** Opens the row's menu at its button, or closes it. */
  onMenu: (order: Order, button: HTMLElement) => void;
}

interface RowActionsProps extends RowDoings {
  order: Order;
  isDeleted: boolean;
  isMenuOpen: boolean;
  running: string | undefined;
}

/** The end of a row: Delete, and a menu. */
export function RowActions({ order, isDeleted, isMenuOpen, running, ...doings }: RowActionsProps) {
  const isBusy = running !== undefined;
  if (isDeleted) {
    return (
      <WorkingButton
        {...rowFocus}
        className="btn btn-ghost btn-xs px-1 @max-4xl:border-field-line @max-4xl:px-2"
        aria-label={running === 'restore' ? 'Restoring…' : `Restore order ${order.orderNumber}`}
        isBusy={running === 'restore'}
        disabled={isBusy}
        onClick={() => doings.onRestore(order)}
      >
        {running === 'restore' ? <Spinner /> : 'Restore'}
      </WorkingButton>
    );
  }
  return (
    <>
      <WorkingButton
        className="btn btn-ghost btn-circle size-8 text-quiet hover:text-tone-error focus-visible:text-tone-error @max-4xl:size-9"
        aria-label={running === 'delete' ? 'Deleting…' : `Delete order ${order.orderNumber}`}
        isBusy={running === 'delete'}
        disabled={isBusy}
        onClick={() => doings.onDelete(order)}
      >
        {running === 'delete' ? <Spinner /> : <BinIcon />}
      </WorkingButton>
      <button
        type="button"
        className="btn btn-ghost btn-circle size-8 @max-4xl:size-9"
        aria-label={`Actions for order ${order.orderNumber}`}
        aria-haspopup="menu"
        aria-expanded={isMenuOpen}
        onClick={({ currentTarget }) => doings.onMenu(order, currentTarget)}
      >
        <svg
          viewBox="0 0 16 16"
          aria-hidden="true"
          className="size-4"
          stroke="currentColor"
          strokeWidth="2.8"
          strokeLinecap="round"
        >
          <path d="M3 8h.01M8 8h.01M13 8h.01" />
        </svg>
      </button>
    </>
  );
}

function BinIcon() {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className="size-4"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
    >
      <path d="M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9M6.7 7v4M9.3 7v4" />
    </svg>
  );
}
