import { useStore } from '@nanostores/react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/Button.tsx';
import { passFocusOnRemoval, rowFocusProps } from '../../ui/pass-focus-on-removal.ts';
import { useDeskStore, useNow, useRunning } from '../desk/desk-hooks.ts';
import { useStableWhilePressed } from '../desk/use-stable-while-pressed.ts';
import { createReadingDesk, type HeldApproval } from './reading-store.ts';

/** Lists the approvals whose mail is still held, newest first, with Undo; renders nothing without any. */
export function HeldApprovals() {
  const { readings } = useDeskStore(createReadingDesk);
  const approvals = useStableWhilePressed(useStore(readings.$held));
  if (approvals.length === 0) return null;
  // In the body, because the page is inert while an open order covers it.
  return createPortal(
    <section
      className="held-approvals px-4 max-sm:w-full max-sm:bg-base-100 sm:px-6 print:hidden"
      aria-label="Approvals that can be undone"
    >
      <ul className="flex flex-wrap gap-2" aria-label="Emails about to go out">
        {approvals.toReversed().map((held) => (
          <HeldReading key={held.reading.id} held={held} />
        ))}
      </ul>
    </section>,
    document.body,
  );
}

function HeldReading({ held: { reading, undoUntil } }: { held: HeldApproval }) {
  const { readings } = useDeskStore(createReadingDesk);
  const now = useNow(1_000);
  const isUndoing = useRunning(`reading:${reading.id}`) === 'undo';
  return (
    <li
      ref={passFocusOnRemoval}
      className="flex items-center gap-3 rounded-field border border-hairline bg-base-100 py-1.5 pr-2 pl-4 max-sm:w-full max-sm:text-sm"
    >
      <p className="min-w-0 flex-1">
        <strong>{reading.order.orderNumber}</strong> is approved. The email goes out in{' '}
        <span className="tabular-nums">{Math.max(0, Math.ceil((undoUntil - now) / 1_000))} s</span>.
      </p>
      <Button
        {...rowFocusProps}
        isBusy={isUndoing}
        busyLabel="Undoing…"
        aria-label={`Undo the approval of ${reading.order.orderNumber}`}
        onClick={() => void readings.undoApproval(reading)}
      >
        Undo
      </Button>
    </li>
  );
}
