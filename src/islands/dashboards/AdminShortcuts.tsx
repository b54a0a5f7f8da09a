import type { AdminDesk } from '../../client/dashboards/admin-desk.ts';
import { orderAtHand } from '../../client/dashboards/order-at-hand.ts';
import { $toast, dismissToast } from '../../client/toasts.ts';
import { isFreeForPanel } from '../ui/free-keys.ts';
import { focusedRow, moveRow } from '../ui/move-row.ts';
import { type Shortcut, Shortcuts } from './Shortcuts.tsx';

/** What an admin can do with one key, and the list of it. */
export function AdminShortcuts({ desk }: { desk: AdminDesk }) {
  const { detail, review } = desk;
  const inPanel = { isMeant: isFreeForPanel };
  // Held down, it acts once.
  const onceInPanel = { isMeant: (event: KeyboardEvent) => !event.repeat && isFreeForPanel(event) };
  const shortcuts: Shortcut[] = [
    { key: '/', what: 'Search the orders', press: () => focusSearch(desk) },
    { key: 'j', what: 'Next row or reading', press: () => move(desk, 1), ...inPanel },
    { key: 'k', what: 'Previous row or reading', press: () => move(desk, -1), ...inPanel },
    {
      key: 'a',
      what: 'Approve the reading that is open',
      press: () => detail.ask('approve'),
      ...onceInPanel,
    },
    { key: 'r', what: 'Reject it', press: () => detail.ask('reject'), ...onceInPanel },
    { key: 'e', what: 'Edit it', press: () => detail.ask('edit'), ...onceInPanel },
    {
      key: 'c',
      what: 'Select the next sentence; Enter comments on it',
      press: () => detail.ask('comment'),
      ...onceInPanel,
    },
    {
      key: '#',
      what: 'Delete the open order, or the order in the row',
      press: () => askToDelete(desk),
      ...onceInPanel,
    },
    { key: 'u', what: 'Undo the last action', press: () => undo(desk), ...onceInPanel },
    {
      key: 'Enter',
      what: 'Open the order',
      press: ({ target }) => isCard(target) && detail.open(target.dataset.order),
      isAlwaysOn: true,
    },
    { key: '[', what: 'Previous order, while one is open', press: () => detail.step(-1), ...inPanel },
    { key: ']', what: 'Next order, while one is open', press: () => detail.step(1), ...inPanel },
    {
      key: 'x',
      keys: '[Shift]+x',
      what: 'Select the row; with Shift, all from the last one',
      press: (event) => pickRow(desk, event),
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

/** While an order is open, the keys of the list lead to the next one. */
function move({ detail, review, $tab }: AdminDesk, step: 1 | -1): void {
  if (detail.$openId.get() !== null) void detail.step(step);
  else if ($tab.get() === 'approvals') review.step(step);
  else moveRow(step);
}

function pickRow({ orders, selection }: AdminDesk, { shiftKey }: KeyboardEvent): void {
  const id = focusedRow();
  const order = orders.$state.get().orders.find((row) => row.id === id);
  if (order) selection[shiftKey ? 'toggleTo' : 'toggle'](order);
}
