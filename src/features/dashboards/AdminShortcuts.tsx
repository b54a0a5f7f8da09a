import { $toast, dismissToast } from '../../lib/toasts.ts';
import { focusedOrderId, isPanelShortcut, moveRowFocus } from '../../ui/keys.ts';
import type { OrderAction } from '../desk/asked-actions.ts';
import type { AdminDesk } from './admin-desk.ts';
import { type Shortcut, Shortcuts } from './Shortcuts.tsx';

/** Renders the button that lists the admins' keyboard shortcuts, and handles them. */
export function AdminShortcuts({ desk }: { desk: AdminDesk }) {
  const { detail, orderActions, review } = desk;
  const inPanel = { isMeant: isPanelShortcut };
  const onceInPanel = { isMeant: (event: KeyboardEvent) => !event.repeat && isPanelShortcut(event) };
  function askToDelete() {
    const order = detail.atHand(focusedOrderId());
    if (order) orderActions.askToDelete(order);
  }
  const act = (key: string, what: string, action: OrderAction) => ({
    key,
    what,
    press: () => detail.ask(action),
    ...onceInPanel,
  });
  const shortcuts: Shortcut[] = [
    { key: '/', what: 'Search orders', press: () => focusSearch(desk) },
    { key: 'j', what: 'Next row or reading', press: () => move(desk, 1), ...inPanel },
    { key: 'k', what: 'Previous row or reading', press: () => move(desk, -1), ...inPanel },
    act('a', 'Approve the reading that is open', 'approve'),
    act('r', 'Reject it', 'reject'),
    act('e', 'Edit it', 'edit'),
    act('c', 'Select the next sentence; press Enter to comment on it', 'comment'),
    {
      key: '#',
      what: 'Delete the open order, or the order in the row',
      press: askToDelete,
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
      what: 'Select the row (Shift: select a range)',
      press: (event) => pickRow(desk, event),
    },
    {
      key: 'Esc',
      keys: 'Escape',
      what: 'Close, or go to Cancel if text is unsaved',
      press: () => review.$chosen.get() !== '' && review.leave(),
      isAlwaysOn: true,
    },
  ];
  return <Shortcuts shortcuts={shortcuts} setting={desk.shortcuts} />;
}

function isCard(target: EventTarget | null): target is HTMLElement & { dataset: { order: string } } {
  return target instanceof HTMLElement && target.dataset.order !== undefined;
}

function focusSearch(desk: AdminDesk): void {
  desk.selectTab('orders');
  // The tab's content is rendered after the next paint.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('input[type="search"]')?.focus());
}

/** Presses the toast's button, or else undoes the last approval. */
function undo(desk: AdminDesk): void {
  const toast = $toast.get();
  if (!toast?.isOpen || !toast.action) {
    void desk.readings.undoLast();
    return;
  }
  dismissToast(toast.id);
  toast.action.run();
}

function move({ detail, review, $tab }: AdminDesk, step: 1 | -1): void {
  if (detail.$openId.get() !== null) void detail.step(step);
  else if ($tab.get() === 'approvals') review.step(step);
  else moveRowFocus(step);
}

function pickRow({ orders, selection }: AdminDesk, { shiftKey }: KeyboardEvent): void {
  const id = focusedOrderId();
  const order = orders.$state.get().orders.find((row) => row.id === id);
  if (order) selection[shiftKey ? 'toggleTo' : 'toggle'](order);
}
