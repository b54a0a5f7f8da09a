import { useStore } from '@nanostores/react';
import { excessWords } from '../../shared/excess-words.ts';
import { limits } from '../../shared/limits.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { CommentsToSend } from '../comments/CommentsToSend.tsx';
import { useAdminDesk } from '../desk/desk-context.ts';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { firstFocus } from '../ui/dialogs/use-return-focus.ts';
import { Field } from '../ui/forms/Field.tsx';
import { isSend } from '../ui/forms/submit-by-key.ts';

interface RejectDialogProps {
  reading: Reading;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onReject: () => void;
}

/** Asks what the reader should change. */
export function RejectDialog({ reading, open, onOpenChange, onReject }: RejectDialogProps) {
  const { readings } = useAdminDesk();
  const draft = readings.feedbackDraft(reading.id);
  const feedback = useStore(draft.$fields)?.feedback ?? '';
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Reject the reading for ${reading.order.orderNumber}?`}
      description="It goes back to its reader for revision. The customer is not told."
      confirmLabel="Reject"
      tone="destructive"
      onConfirm={onReject}
    >
      <Field
        excess={excessWords(feedback, limits.feedbackCharacters)}
        label="Feedback"
        optional
        hint="The reader sees it above the text."
      >
        {(aria) => (
          <textarea
            {...aria}
            {...firstFocus}
            rows={5}
            className="textarea w-full"
            value={feedback}
            onChange={(event) => draft.write({ feedback: event.target.value })}
            onKeyDown={(event) => {
              if (!isSend(event)) return;
              event.preventDefault();
              onOpenChange(false);
              onReject();
            }}
          />
        )}
      </Field>
      <CommentsToSend readingId={reading.id} />
    </ConfirmDialog>
  );
}
