import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { HeldApproval } from '../../client/readings/readings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';

/** Approved readings whose mail has not left yet: the toast with its Undo is gone sooner than they are. */
export function HeldApprovals() {
  const { readings } = useAdminDesk();
  const approvals = useStore(readings.$held);
  const now = useSeconds(approvals.length > 0);

  if (approvals.length === 0) return null;
  return (
    <ul className="mb-4 grid gap-2" aria-label="Emails about to leave">
      {approvals.map((held) => (
        <HeldReading key={held.reading.id} held={held} now={now} />
      ))}
    </ul>
  );
}

function HeldReading({ held: { reading, undoUntil }, now }: { held: HeldApproval; now: number }) {
  const { readings, work } = useAdminDesk();
  const isUndoing = useRunning(work, `reading:${reading.id}`) === 'undo';
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-field border border-hairline bg-base-100 px-4 py-2">
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
