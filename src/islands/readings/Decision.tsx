import { useState } from 'react';
import type { Reading } from '../../shared/readings/readings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { TaskButton } from '../desk/TaskButton.tsx';
import { useOrderActions } from '../desk/use-order-actions.ts';
import { useRunning } from '../desk/use-running.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { DeliveryPreview } from './DeliveryPreview.tsx';
import { RejectDialog } from './RejectDialog.tsx';

interface DecisionProps {
  reading: Reading;
  /** The version that was read: a newer one is not decided on unread. */
  seen: Reading;
  editButton: React.RefObject<HTMLButtonElement | null>;
}

/** What the admin can do about a reading that is under review. */
export function Decision({ reading, seen, editButton }: DecisionProps) {
  const { readings, writing, work } = useAdminDesk();
  const running = useRunning(work, `reading:${reading.id}`);
  const [isRejecting, setIsRejecting] = useState(false);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const approve = () => void readings.approve(seen);
  const reject = () => setIsRejecting(true);
  const preview = () => setIsPreviewing(true);
  const edit = () => readings.beginEdit(reading);
  useOrderActions(reading.orderId, running ? {} : { approve, reject, preview, edit });

  return (
    <div className="flex flex-wrap gap-2 max-sm:gap-1">
      <TaskButton
        className="btn btn-sm btn-primary max-sm:px-2"
        task="approve"
        running={running}
        busyLabel="Approving…"
        onClick={approve}
      >
        Approve &amp; Send
      </TaskButton>
      <TaskButton
        className="btn btn-sm max-sm:px-2"
        task="reject"
        running={running}
        busyLabel="Rejecting…"
        onClick={reject}
      >
        Reject
      </TaskButton>
      <button type="button" className="btn btn-sm max-sm:px-2" onClick={preview}>
        Preview
      </button>
      <button
        type="button"
        ref={editButton}
        className="btn btn-sm btn-ghost max-sm:px-2 sm:ml-auto"
        disabled={running !== undefined}
        onClick={edit}
      >
        Edit Reading
      </button>
      <Dialog
        open={isPreviewing}
        onOpenChange={setIsPreviewing}
        size="lg"
        title={`Preview for ${reading.order.orderNumber}`}
        description="This is the email as the customer will get it."
      >
        <DeliveryPreview
          orderId={reading.orderId}
          content={reading.content}
          cards={reading.cards}
          load={writing.preview}
        />
      </Dialog>
      <RejectDialog
        reading={reading}
        open={isRejecting}
        onOpenChange={setIsRejecting}
        onReject={() => void readings.reject(seen)}
      />
    </div>
  );
}
