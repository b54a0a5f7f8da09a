import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useAdminDesk } from '../desk/desk-context.ts';
import { ActionButton } from '../ui/ActionButton.tsx';

/** Approved readings whose mail has not left yet: the toast with its Undo is gone sooner than they are. */
export function HeldApprovals() {
  const { readings, work } = useAdminDesk();
  const held = useStore(readings.$held);
  const running = useStore(work.$running);
  const now = useSeconds(held.length > 0);

  if (held.length === 0) return null;
  return (
    <ul className="mb-4 grid gap-2" aria-label="Emails about to leave">
      {held.map(({ reading, undoUntil }) => (
        <li
          key={reading.id}
          className="flex flex-wrap items-center gap-3 rounded-field border border-hairline bg-base-100 px-4 py-2"
        >
          <p className="min-w-0 flex-1">
            <strong>{reading.order.orderNumber}</strong> is approved. The email leaves in{' '}
            <span className="tabular-nums">{Math.max(0, Math.ceil((undoUntil - now) / 1_000))} s</span>.
          </p>
          <ActionButton
            className="btn btn-sm"
            isBusy={running[`reading:${reading.id}`] === 'undo'}
            busyLabel="Undoing…"
            aria-label={`Undo the approval of ${reading.order.orderNumber}`}
            onClick={async () => {
              if (!(await readings.undoApproval(reading)) || document.activeElement !== document.body) return;
              // The button is gone with its line.
              document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
            }}
          >
            Undo
          </ActionButton>
        </li>
      ))}
    </ul>
  );
}

/** @returns the time in milliseconds, new every second while `isRunning` */
function useSeconds(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
