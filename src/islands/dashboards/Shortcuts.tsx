import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { AdminDesk } from '../../client/dashboards/admin-desk.ts';
import { orderAtHand } from '../../client/dashboards/order-at-hand.ts';
import { $toast, dismissToast } from '../../client/toasts.ts';
import { press } from '../desk/press.ts';
import { isFreeForPanel, isFreeKey } from '../ui/free-keys.ts';
import { focusedRow, moveRow } from '../ui/move-row.ts';
import { signModifiers, useKeys } from '../ui/use-keys.ts';
import { ShortcutKeys } from './ShortcutKeys.tsx';

const keys: [key: string, what: string][] = [
  ['Ctrl K', 'Find an order or an action'],
  ['/', 'Search the orders'],
  ['j', 'Next row or reading'],
  ['k', 'Previous row or reading'],
  ['a', 'Approve the reading that is open'],
  ['r', 'Reject it'],
  ['e', 'Edit it'],
  ['c', 'Select the next sentence; Enter comments on it'],
  ['#', 'Delete the open order, or the order in the row'],
  ['u', 'Undo the last action'],
  ['Enter', 'Open the order'],
  ['[ ]', 'Previous and next order, while one is open'],
  ['x', 'Select the row; with Shift, all from the last one'],
  ['Esc', 'Close; with unsaved text, go to Cancel'],
  ['?', 'Show these keys'],
];

/** How long a reading is there before a key approves it, in milliseconds. */
const unreadMs = 800;

/** What can be done with one key, and the list of it. */
export function Shortcuts({ desk }: { desk: AdminDesk }) {
  const isOn = useStore(desk.shortcuts.$isOn);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(
    () =>
      desk.readings.$moved.listen(() => {
        movedAt.current = performance.now();
      }),
    [desk],
  );
  // Keys that act on the open reading or order. A key that is held down acts once.
  useKeys(
    {
      // Not the reading that has opened under the second of two quick presses.
      a: () => performance.now() - movedAt.current > unreadMs && press('approve'),
      r: () => press('reject'),
      e: () => press('edit'),
      c: () => press('comment'),
      [`${signModifiers}+#`]: () => askToDelete(desk),
      u: () => undo(desk),
    },
    { isOn, ignore: (event) => event.repeat || !isFreeForPanel(event) },
  );
  useKeys(
    {
      [`${signModifiers}+/`]: () => focusSearch(desk),
      j: () => move(desk, 1),
      k: () => move(desk, -1),
      '[Shift]+x': ({ shiftKey }) => pickRow(shiftKey),
      [`${signModifiers}+?`]: () => desk.shortcuts.$isListOpen.set(true),
    },
    { isOn, ignore: (event) => !isFreeKey(event) },
  );
  // These stay when single keys are off.
  useKeys(
    {
      Enter: ({ target }) => isCard(target) && desk.detail.open(target.dataset.order),
      Escape: () => desk.review.$chosen.get() !== '' && desk.review.leave(),
    },
    { ignore: (event) => !isFreeKey(event) },
  );
  return <ShortcutKeys keys={keys} setting={desk.shortcuts} />;
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
