import { useState } from 'react';
import { checkReading } from '../../shared/readings/reading-checks.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { CommentsToSend } from '../comments/CommentsToSend.tsx';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useSpaceOfTyping } from '../desk/use-space-of-typing.ts';
import { WorkingButton } from '../ui/ActionButton.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { firstFocus } from '../ui/dialogs/use-return-focus.ts';
import { DeliveryPreview } from './DeliveryPreview.tsx';
import { NewerThanSeen } from './NewerThanSeen.tsx';
import { Remarks } from './Remarks.tsx';

interface ApproveDialogProps {
  reading: Reading;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called with the version whose mail was looked at. */
  onApprove: (seen: Reading) => void;
}

/** Shows the mail as the customer will get it, and what may have been overlooked, before it is sent. */
export function ApproveDialog({ reading, open, onOpenChange, onApprove }: ApproveDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={`Send the reading for ${reading.order.orderNumber}?`}
      description="This is the email as the customer will get it."
    >
      <MailToSend
        reading={reading}
        onCancel={() => onOpenChange(false)}
        onApprove={(seen) => {
          onOpenChange(false);
          onApprove(seen);
        }}
      />
    </Dialog>
  );
}

interface MailToSendProps extends Pick<ApproveDialogProps, 'reading' | 'onApprove'> {
  onCancel: () => void;
}

/** The mail of the version that was there when it was asked for: a newer one is not sent before it was seen, too. */
function MailToSend({ reading, onApprove, onCancel }: MailToSendProps) {
  const { readings } = useAdminDesk();
  const [seen, setSeen] = useState(reading);
  const [isShown, setIsShown] = useState(false);
  const remarks = checkReading(seen.content, seen.order.readingAddresseeName);
  const guard = useSpaceOfTyping();
  const isOld = seen.revision !== reading.revision;
  return (
    <div className="grid gap-4" {...guard}>
      <NewerThanSeen
        seen={seen}
        newest={reading}
        says="There is a newer version of this reading. The email below is the version before it."
        actionLabel="Show the newer version"
        onSeen={() => setSeen(reading)}
      />
      <Remarks title="Before you send it" remarks={remarks} />
      <CommentsToSend readingId={reading.id} isApproval />
      <DeliveryPreview
        orderId={seen.orderId}
        content={seen.content}
        cards={seen.cards}
        load={readings.preview}
        onShown={setIsShown}
      />
      <div className="sticky bottom-0 flex flex-wrap gap-2 bg-base-100 py-2">
        <WorkingButton
          {...firstFocus}
          className="btn btn-primary"
          isBusy={!isShown || isOld}
          onClick={() => onApprove(seen)}
        >
          Send to the customer
        </WorkingButton>
        <button type="button" className="btn" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}
