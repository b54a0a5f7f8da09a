import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { serverNow } from '../../client/desk/server-clock.ts';
import type { HeldApproval } from '../../client/readings/approvals.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';

/**
 * Each approval with its Undo, the last one first, and how long it can be pressed: at the foot of the window, however
 * far one scrolls, and outside of the page, which an open order switches off where it covers it.
 */
export function HeldList({ approvals }: { approvals: HeldApproval[] }) {
  const now = useSeconds();
  return createPortal(
    <section
      className="held-approvals px-4 max-sm:w-full max-sm:bg-base-100 sm:px-6 print:hidden"
      aria-label="Approvals that can be undone"
    >
      <ul className="flex flex-wrap gap-2" aria-label="Emails about to leave">
        {approvals.toReversed().map((held) => (
          <HeldReading key={held.reading.id} held={held} now={now} />
        ))}
      </ul>
    </section>,
    document.body,
  );
}

function HeldReading({ held: { reading, undoUntil }, now }: { held: HeldApproval; now: number }) {
  const { readings, work } = useAdminDesk();
  const isUndoing = useRunning(work, `reading:${reading.id}`) === 'undo';
  return (
    <li className="flex items-center gap-3 rounded-field border border-hairline bg-base-100 py-1.5 pr-2 pl-4 max-sm:w-full max-sm:text-sm">
      <p className="min-w-0 flex-1">
        <strong>{reading.order.orderNumber}</strong> is approved. The email leaves in{' '}
        <span className="tabular-nums">{Math.max(0, Math.ceil((undoUntil - now) / 1_000))} s</span>.
      </p>
      <ActionButton
        className="btn btn-sm"
        isBusy={isUndoing}
        busyLabel="Undoing…"
        aria-label={`Undo the approval of ${reading.order.orderNumber}`}
        onClick={() => void readings.undoApproval(reading)}
      >
        Undo
      </ActionButton>
    </li>
  );
}

/** @returns the time in milliseconds, new every second */
function useSeconds(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
