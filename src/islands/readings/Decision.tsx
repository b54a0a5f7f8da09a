import { useStore } from '@nanostores/react';
import { type RefObject, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { CommentsToSend } from '../comments/Comments.tsx';
import { useOrderActions, useRunning } from '../desk/desk-hooks.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { Dialog, type Opening } from '../ui/dialogs/Dialog.tsx';
import { firstFocus } from '../ui/dialogs/use-return-focus.ts';
import { isSend } from '../ui/forms/form-keys.ts';
import { TextAreaField } from '../ui/forms/TextAreaField.tsx';
import { DeliveryPreview } from './DeliveryPreview.tsx';
import { useReadingDesk } from './use-reading-desk.ts';

type DecisionProps = { reading: Reading; seen: Reading; editButton: RefObject<HTMLButtonElement | null> };

/** The buttons of a reading that is under review. @param props.seen the version to decide on */
export function Decision({ reading, seen, editButton }: DecisionProps) {
  const { readings } = useReadingDesk();
  const running = useRunning(`reading:${reading.id}`);
  const hasJustMoved = useStore(readings.$hasJustMoved);
  const [isRejecting, setIsRejecting] = useState(false);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const approve = () => void readings.approve(seen);
  const reject = () => setIsRejecting(true);
  const preview = () => setIsPreviewing(true);
  const edit = () => readings.beginEdit(reading);
  useOrderActions(reading.orderId, running ? {} : { approve, reject, preview, edit });

  return (
    <div className="flex flex-wrap gap-2 max-sm:gap-1">
      <Button
        className="btn btn-sm btn-primary max-sm:px-2"
        task="approve"
        running={running}
        disabled={hasJustMoved}
        busyLabel="Approving…"
        onClick={approve}
      >
        Approve &amp; Send
      </Button>
      <Button
        className="btn btn-sm max-sm:px-2"
        task="reject"
        running={running}
        busyLabel="Rejecting…"
        onClick={reject}
      >
        Reject
      </Button>
      <Button className="btn btn-sm max-sm:px-2" onClick={preview}>
        Preview
      </Button>
      <Button
        ref={editButton}
        className="btn btn-sm btn-ghost max-sm:px-2 sm:ml-auto"
        disabled={running !== undefined}
        onClick={edit}
      >
        Edit Reading
      </Button>
      <Dialog
        open={isPreviewing}
        onOpenChange={setIsPreviewing}
        size="lg"
        title={`Preview for ${reading.order.orderNumber}`}
        description="This is the email as the customer will get it."
      >
        <DeliveryPreview key={reading.revision} {...reading} />
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

function RejectDialog(props: Opening & { reading: Reading; onReject: () => void }) {
  const { reading, onReject, ...dialog } = props;
  const { readings } = useReadingDesk();
  const draft = readings.feedbackDraft(reading.id);
  const feedback = useStore(draft.$fields)?.feedback ?? '';
  return (
    <ConfirmDialog
      {...dialog}
      title={`Reject the reading for ${reading.order.orderNumber}?`}
      description="It goes back to its reader for revision. The customer is not told."
      confirmLabel="Reject"
      tone="destructive"
      onConfirm={onReject}
    >
      <TextAreaField
        {...firstFocus}
        label="Feedback"
        optional
        hint="The reader sees it above the text."
        limit={limits.feedbackCharacters}
        rows={5}
        value={feedback}
        onChange={(event) => draft.write({ feedback: event.target.value })}
        onKeyDown={(event) => {
          if (!isSend(event)) return;
          event.preventDefault();
          dialog.onOpenChange(false);
          onReject();
        }}
      />
      <CommentsToSend readingId={reading.id} />
    </ConfirmDialog>
  );
}
