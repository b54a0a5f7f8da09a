import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { AdminDesk } from '../../client/dashboards/admin-desk.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';

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
  const isOn = useStore(desk.shortcuts.$isOn);
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (!isFree(event)) return;
      // Enter is nobody's letter: it opens what has the focus, and stays.
      if (event.key === 'Enter' && isCard(event.target)) desk.detail.open(event.target.dataset.order);
      else if (!isOn) return;
      else if (event.key === '/') focusSearch(desk);
      else if (event.key === 'j') moveRow(1);
      else if (event.key === 'k') moveRow(-1);
      else if (event.key === '?') setIsListOpen(true);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  }, [desk, isOn]);

  return (
    <>
      <p className="mt-8 text-sm text-quiet">
        <button type="button" className="text-link cursor-pointer" onClick={() => setIsListOpen(true)}>
          Keyboard shortcuts
        </button>
        {isOn && (
          <span className="max-md:hidden">
            {' '}
            (<kbd>?</kbd>)
          </span>
        )}
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
        <label className="mt-6 flex cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            className="checkbox checkbox-sm checkbox-primary mt-0.5"
            checked={isOn}
            onChange={(event) => desk.shortcuts.set(event.target.checked)}
          />
          <span>
            Single keys do something
            <span className="block text-sm text-quiet">
              Switch them off if you speak to your computer or often touch a key by accident. Enter and Esc
              stay. Remembered for you in this browser.
            </span>
          </span>
        </label>
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
