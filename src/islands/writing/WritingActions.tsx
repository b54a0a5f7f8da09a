import { useState } from 'react';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import { DeliveryPreview } from '../readings/DeliveryPreview.tsx';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import type { Writing } from './use-writing.ts';

/** Hands the text in, or shows it as the customer will get it. Stands in a form that submits it. */
export function WritingActions({ desk, writing }: { desk: ReaderDesk; writing: Writing }) {
  const { order, isSubmitting } = writing;
  return (
    <>
      <ActionButton type="submit" className="btn btn-primary" isBusy={isSubmitting} busyLabel="Submitting…">
        Submit for Admin Review
      </ActionButton>
      <Preview key={order?.id} desk={desk} writing={writing} />
    </>
  );
}

function Preview({ desk, writing: { order, fields } }: { desk: ReaderDesk; writing: Writing }) {
  const [isPreviewing, setIsPreviewing] = useState(false);
  const content = fields.content.trim();
  return (
    <>
      <button
        type="button"
        className="btn"
        disabled={!order || !content}
        onClick={() => setIsPreviewing(true)}
      >
        Preview
      </button>
      {order && (
        <Dialog
          open={isPreviewing}
          onOpenChange={setIsPreviewing}
          size="lg"
          title={`Preview for ${order.orderNumber}`}
          description="This is the email as the customer will get it, once the admin has approved it."
        >
          <DeliveryPreview orderId={order.id} content={content} load={desk.preview} />
        </Dialog>
      )}
    </>
  );
}
