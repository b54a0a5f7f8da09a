import { useEffect, useState } from 'react';
import type { AdminDesk } from '../../client/desk/admin-desk.ts';
import { Dialog } from '../ui/Dialog.tsx';

const keys: [key: string, what: string][] = [
  ['/', 'Search the orders'],
  ['j', 'Next row or card'],
  ['k', 'Previous row or card'],
  ['Enter', 'Open the order'],
  ['Esc', 'Close what is open'],
  ['?', 'Show these keys'],
];

/** What can be done with one key, and the list of it. */
export function Shortcuts({ desk }: { desk: AdminDesk }) {
  const [isListOpen, setIsListOpen] = useState(false);
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (!isFree(event)) return;
      if (event.key === '/') focusSearch(desk);
      else if (event.key === 'j') moveRow(1);
      else if (event.key === 'k') moveRow(-1);
      else if (event.key === '?') setIsListOpen(true);
      else if (event.key === 'Enter' && isCard(event.target)) desk.detail.open(event.target.dataset.order);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  }, [desk]);

  return (
    <>
      <p className="mt-8 text-sm text-quiet max-md:hidden">
        <button type="button" className="text-link cursor-pointer" onClick={() => setIsListOpen(true)}>
          Keyboard shortcuts
        </button>{' '}
        (<kbd>?</kbd>)
      </p>
      <Dialog open={isListOpen} onOpenChange={setIsListOpen} title="Keyboard shortcuts">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {keys.map(([key, what]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="kbd">{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}

/** Whether a key is nobody else's: not typed into a field, not meant for a dialog or the browser. */
function isFree({ defaultPrevented, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false;
  const isTyped = target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select');
  return !isTyped && !document.querySelector('[role="dialog"], [role="alertdialog"]');
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

function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const active = rows.findIndex((row) => row.contains(document.activeElement));
  const next = active === -1 ? (step === 1 ? 0 : rows.length - 1) : active + step;
  rows[next]?.focus();
}
