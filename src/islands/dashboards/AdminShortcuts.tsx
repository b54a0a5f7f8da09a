import type { AdminDesk } from '../../client/dashboards/admin-desk.ts';
import { orderAtHand } from '../../client/dashboards/order-at-hand.ts';
import type { OrderAction } from '../../client/orders/order-detail.ts';
import { $toast, dismissToast } from '../../client/toasts.ts';
import { focusedRow, moveRow } from '../ui/move-row.ts';
import { type Shortcut, Shortcuts } from './Shortcuts.tsx';

/** What an admin can do with one key, and the list of it. */
export function AdminShortcuts({ desk }: { desk: AdminDesk }) {
  const { detail, review } = desk;
  const ofReading = (key: string, what: string, action: OrderAction): Shortcut => ({
    key,
    what,
    press: () => detail.ask(action),
    isForPanel: true,
  });
  const shortcuts: Shortcut[] = [
    { key: '/', what: 'Search the orders', press: () => focusSearch(desk) },
    { key: 'j', what: 'Next row or reading', press: () => move(desk, 1) },
    { key: 'k', what: 'Previous row or reading', press: () => move(desk, -1) },
    ofReading('a', 'Approve the reading that is open', 'approve'),
    ofReading('r', 'Reject it', 'reject'),
    ofReading('e', 'Edit it', 'edit'),
    ofReading('c', 'Select the next sentence; Enter comments on it', 'comment'),
    {
      key: '#',
      what: 'Delete the open order, or the order in the row',
      press: () => askToDelete(desk),
      isForPanel: true,
    },
    { key: 'u', what: 'Undo the last action', press: () => undo(desk), isForPanel: true },
    {
      key: 'Enter',
      what: 'Open the order',
      press: ({ target }) => isCard(target) && detail.open(target.dataset.order),
      isAlwaysOn: true,
    },
    { key: '[ ]', what: 'Previous and next order, while one is open' },
    {
      key: 'x',
      keys: '[Shift]+x',
      what: 'Select the row; with Shift, all from the last one',
      press: ({ shiftKey }) => pickRow(shiftKey),
    },
    {
      key: 'Esc',
      keys: 'Escape',
      what: 'Close; with unsaved text, go to Cancel',
      press: () => review.$chosen.get() !== '' && review.leave(),
      isAlwaysOn: true,
    },
  ];
  return <Shortcuts shortcuts={shortcuts} setting={desk.shortcuts} />;
}

/** A row has a button that opens it; a card of a reading opens its order. */
function isCard(target: EventTarget | null): target is HTMLElement & { dataset: { order: string } } {
  return target instanceof HTMLElement && target.dataset.order !== undefined;
}

function focusSearch(desk: AdminDesk): void {
  desk.selectTab('orders');
  // The tab's content is there after the next paint.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('input[type="search"]')?.focus());
}

function askToDelete(desk: AdminDesk): void {
  const order = orderAtHand(desk, focusedRow());
  if (order) desk.orderActions.askToDelete(order);
}

/** What is told on the screen was done last; approvals are held longer than that. */
function undo(desk: AdminDesk): void {
  const toast = $toast.get();
  if (!toast?.isOpen || !toast.action) {
    void desk.readings.undoLast();
    return;
  }
  dismissToast(toast.id);
  toast.action.run();
}

function move(desk: AdminDesk, step: 1 | -1): void {
  if (desk.$tab.get() === 'approvals') desk.review.step(step);
  else moveRow(step);
}

/** Ticks the box of the row that has the focus, as a press on it would. */
function pickRow(shiftKey: boolean): void {
  const box = document.activeElement?.closest('tr')?.querySelector('input[type="checkbox"]');
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
}
