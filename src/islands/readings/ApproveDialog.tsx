import { useState } from 'react';
import { checkReading } from '../../shared/readings/reading-checks.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { DeliveryPreview } from './DeliveryPreview.tsx';

interface ApproveDialogProps {
  reading: Reading;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onApprove: () => void;
}

/** Shows the mail as the customer will get it, and what may have been overlooked, before it is sent. */
export function ApproveDialog({ reading, open, onOpenChange, onApprove }: ApproveDialogProps) {
  const { readings } = useAdminDesk();
  const { orderNumber, readingAddresseeName } = reading.order;
  const [isShown, setIsShown] = useState(false);
  const remarks = checkReading(reading.content, readingAddresseeName);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={`Send the reading for ${orderNumber}?`}
      description="This is the email as the customer will get it."
    >
      {remarks.length > 0 && (
        <section
          aria-label="Before you send it"
          className="mb-4 rounded-field bg-tone-warning-paper px-4 py-3 text-tone-warning"
        >
          <p className="font-semibold">Before you send it</p>
          <ul className="list-disc pl-5">
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </section>
      )}
      <DeliveryPreview
        orderId={reading.orderId}
        content={reading.content}
        load={readings.preview}
        onShown={setIsShown}
      />
      {/* On the left: the toast of the last approval lies on the right. */}
      <div className="mt-6 flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-primary"
          disabled={!isShown}
          onClick={() => {
            onOpenChange(false);
            onApprove();
          }}
        >
          Send to the customer
        </button>
        <button type="button" className="btn" onClick={() => onOpenChange(false)}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
