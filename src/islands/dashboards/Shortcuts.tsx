import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { AdminDesk } from '../../client/dashboards/admin-desk.ts';
import { orderAtHand } from '../../client/dashboards/order-at-hand.ts';
import { $toast, dismissToast } from '../../client/toasts.ts';
import { type Act, press } from '../desk/press.ts';
import { isFreeForPanel, isFreeKey } from '../ui/free-keys.ts';
import { focusedRow, moveRow } from '../ui/move-row.ts';
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

/** What the keys of a reading press. */
const acts: Record<string, Act> = { a: 'approve', r: 'reject', e: 'edit', c: 'comment' };

/** What can be done with one key, and the list of it. */
export function Shortcuts({ desk }: { desk: AdminDesk }) {
  const [isListOpen, setIsListOpen] = useState(false);
  const isOn = useStore(desk.shortcuts.$isOn);
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      // A key that is held down decides once.
      if (isOn && !event.repeat && isFreeForPanel(event) && decide(desk, event.key)) {
        event.preventDefault();
        return;
      }
      if (!isFreeKey(event)) return;
      // Enter is nobody's letter: it opens what has the focus, and stays.
      if (event.key === 'Enter' && isCard(event.target)) desk.detail.open(event.target.dataset.order);
      else if (event.key === 'Escape' && desk.review.$chosen.get()) desk.review.leave();
      else if (!isOn) return;
      else if (event.key === '/') focusSearch(desk);
      else if (event.key === 'j') move(desk, 1);
      else if (event.key === 'k') move(desk, -1);
      else if (event.key.toLowerCase() === 'x') pickRow(event.shiftKey);
      else if (event.key === '?') setIsListOpen(true);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  }, [desk, isOn]);

  return (
    <ShortcutKeys keys={keys} setting={desk.shortcuts} isOpen={isListOpen} onOpenChange={setIsListOpen} />
  );
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

/** @returns whether the key is one that does something to a reading or an order, also while it lies over the page */
function decide(desk: AdminDesk, key: string): boolean {
  const act = acts[key];
  if (act) press(act);
  else if (key === '#') askToDelete(desk);
  else if (key === 'u') undo(desk);
  else return false;
  return true;
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
