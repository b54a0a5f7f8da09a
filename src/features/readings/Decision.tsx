import { useStore } from '@nanostores/react';
import { type RefObject, useState } from 'react';
import { counted, plural } from '../../shared/counted-text.ts';
import { limits } from '../../shared/limits.ts';
import type { Reading } from '../../shared/readings/reading-schema.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Dialog, type DialogState } from '../../ui/dialogs/Dialog.tsx';
import { firstFocus } from '../../ui/dialogs/use-return-focus.ts';
import { TextAreaField } from '../../ui/forms/Field.tsx';
import { isSendKey } from '../../ui/forms/form-keys.ts';
import { passFocusOnRemoval } from '../../ui/pass-focus-on-removal.ts';
import { useDeskStore, useOrderActions, useRunning } from '../desk/desk-hooks.ts';
import { writtenComments } from './comments/comment-store.ts';
import { DeliveryPreview } from './DeliveryPreview.tsx';
import { createReadingDesk } from './reading-store.ts';
import { Changes } from './Versions.tsx';

/**
 * Returns the version the admin has seen, and a notice of a newer one with its changes and a button to accept it.
 * @param isShownElsewhere whether a newer one counts as seen at once
 */
export function useSeenVersion(reading: Reading, isShownElsewhere: boolean) {
  const { readings } = useDeskStore(createReadingDesk);
  const [seen, setSeen] = useState(reading);
  const isNewer = seen.revision !== reading.revision;
  if (isNewer && (isShownElsewhere || readings.isMine(reading))) setSeen(reading);
  const notice = isNewer && (
    <div className="grid gap-3 rounded-field bg-tone-warning-paper px-4 py-3">
      <p role="alert" className="font-semibold text-tone-warning">
        There is a newer version. Its text is below.
      </p>
      <section aria-label="What the newer version changes" className="max-w-prose leading-relaxed as-typed">
        <Changes from={seen.content} to={reading.content} />
      </section>
      <div>
        <Button ref={passFocusOnRemoval} onClick={() => setSeen(reading)}>
          I’ve seen it
        </Button>
      </div>
    </div>
  );
  return { seen, notice };
}

type DecisionProps = { reading: Reading; seen: Reading; editButton: RefObject<HTMLButtonElement | null> };

/** Renders the buttons and dialogs to approve or reject a reading. @param props.seen the version to decide on */
export function Decision({ reading, seen, editButton }: DecisionProps) {
  const { readings } = useDeskStore(createReadingDesk);
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
        onClose={() => setIsPreviewing(false)}
        size="lg"
        title={`Preview for ${reading.order.orderNumber}`}
        description="This is the email as the customer will get it."
      >
        <DeliveryPreview key={reading.revision} {...reading} />
      </Dialog>
      <RejectDialog
        reading={reading}
        open={isRejecting}
        onClose={() => setIsRejecting(false)}
        onReject={() => void readings.reject(seen)}
      />
    </div>
  );
}

function RejectDialog(props: DialogState & { reading: Reading; onReject: () => void }) {
  const { reading, onReject, ...dialog } = props;
  const { readings } = useDeskStore(createReadingDesk);
  const draft = readings.feedbackDraft(reading.id);
  const feedback = useStore(draft.$fields)?.feedback ?? '';
  return (
    <ConfirmDialog
      {...dialog}
      title={`Reject the reading for ${reading.order.orderNumber}?`}
      description="It goes back to its reader for revision. The customer isn’t notified."
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
          if (!isSendKey(event)) return;
          event.preventDefault();
          dialog.onClose();
          onReject();
        }}
      />
      <CommentsToSend readingId={reading.id} />
    </ConfirmDialog>
  );
}

/** Says how many comments a rejection sends or, with `isApproval`, that an approval sends none. */
export function CommentsToSend(props: { readingId: string; isApproval?: boolean }) {
  const { readingId, isApproval = false } = props;
  const { draft } = useDeskStore(createReadingDesk).readings.commentsOn(readingId);
  const count = writtenComments(useStore(draft.$fields)).length;
  if (count === 0) return null;
  if (isApproval) return <p className="mt-1 text-sm">Readers see comments only if you reject.</p>;
  return (
    <p className="mt-3">
      {counted(count, 'comment')} on the text {plural(count, 'goes', 'go')} with it.
    </p>
  );
}
