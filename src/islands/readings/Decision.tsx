import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Reading } from '../../shared/readings/readings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useOrderAction } from '../desk/use-order-action.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { classNames } from '../ui/class-names.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { RejectDialog } from './RejectDialog.tsx';

interface DecisionProps {
  reading: Reading;
  editButton: React.RefObject<HTMLButtonElement | null>;
  /** Whether the buttons stand in a bar. */
  isSmall?: boolean;
}

/** What the admin can do about a reading that is under review. */
export function Decision({ reading, editButton, isSmall = false }: DecisionProps) {
  const { detail, readings, work } = useAdminDesk();
  const running = useRunning(work, `reading:${reading.id}`);
  const [isRejecting, setIsRejecting] = useState(false);
  const [isApproving, setIsApproving] = useState(false);
  const isOpenOrder = useStore(detail.$openId) === reading.orderId;
  useOrderAction('approve', () => setIsApproving(true), isOpenOrder);
  useOrderAction('reject', () => setIsRejecting(true), isOpenOrder);
  const size = isSmall && 'btn-sm max-sm:px-2';

  return (
    <div className={classNames('flex flex-wrap gap-2', isSmall && 'max-sm:gap-1')}>
      <ActionButton
        className={classNames('btn btn-primary', size)}
        data-act="approve"
        isBusy={running === 'approve'}
        busyLabel="Approving…"
        disabled={running !== undefined}
        onClick={() => setIsApproving(true)}
      >
        Approve &amp; Send
      </ActionButton>
      <ActionButton
        className={classNames('btn', size)}
        data-act="reject"
        isBusy={running === 'reject'}
        busyLabel="Rejecting…"
        disabled={running !== undefined}
        onClick={() => setIsRejecting(true)}
      >
        Reject
      </ActionButton>
      <button
        type="button"
        ref={editButton}
        className={classNames('btn btn-ghost sm:ml-auto', size)}
        data-act="edit"
        disabled={running !== undefined}
        onClick={() => readings.beginEdit(reading)}
      >
        Edit Reading
      </button>
      <ApproveDialog
        reading={reading}
        open={isApproving}
        onOpenChange={setIsApproving}
        onApprove={(seen) => void readings.approve(seen)}
      />
      <RejectDialog
        reading={reading}
        open={isRejecting}
        onOpenChange={setIsRejecting}
        onReject={(seen) => void readings.reject(seen)}
      />
    </div>
  );
}
