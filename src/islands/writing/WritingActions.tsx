import { memo, useEffect, useRef, useState } from 'react';
import { readCards } from '../../client/cards/kept-cards.ts';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import type { ReaderOrder } from '../../shared/orders/orders.ts';
import { checkReading } from '../../shared/readings/reading-checks.ts';
import { DeliveryPreview } from '../readings/DeliveryPreview.tsx';
import { Remarks } from '../readings/Remarks.tsx';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { previewButton } from './form-keys.ts';
import { useWriting } from './use-writing.ts';

interface WritingActionsProps {
  desk: ReaderDesk;
  /** Null before one is chosen. */
  order: ReaderOrder | null;
  hasText: boolean;
  isSubmitting: boolean;
}

/**
 * Hands the text in, or shows it as the customer will get it. Stands in a form that submits it. Not drawn anew at every
 * key: the text is looked at when it is shown.
 */
export const WritingActions = memo(function WritingActions(props: WritingActionsProps) {
  const { desk, order, hasText, isSubmitting } = props;
  return (
    <>
      <Preview key={order?.id} desk={desk} order={order} hasText={hasText} />
      <span aria-hidden="true" className="max-2xl:hidden">
        <kbd className="kbd kbd-sm">Ctrl ↵</kbd>
      </span>
      <ActionButton
        type="submit"
        className="btn btn-primary max-sm:px-2.5 cramped:grow"
        aria-keyshortcuts="Control+Enter"
        title="Ctrl+Enter"
        isBusy={isSubmitting}
        busyLabel="Submitting…"
      >
        Submit for Admin Review
      </ActionButton>
    </>
  );
});

function Preview({ desk, order, hasText }: Omit<WritingActionsProps, 'isSubmitting'>) {
  const [isPreviewing, setIsPreviewing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const isToBeSubmitted = useRef(false);

  function submit() {
    isToBeSubmitted.current = true;
    setIsPreviewing(false);
  }

  /** What is asked then sends the focus back to where it is by now. */
  function submitOnceClosed() {
    if (isToBeSubmitted.current) opener.current?.form?.requestSubmit();
    isToBeSubmitted.current = false;
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        className="btn max-sm:px-2.5"
        {...previewButton}
        aria-keyshortcuts="Control+Shift+Enter"
        title="Ctrl+Shift+Enter"
        disabled={!order || !hasText}
        onClick={() => setIsPreviewing(true)}
      >
        Preview
      </button>
      {order && (
        <Dialog
          open={isPreviewing}
          onOpenChange={setIsPreviewing}
          onClosed={submitOnceClosed}
          size="lg"
          title={`Preview for ${order.orderNumber}`}
          description="This is the email as the customer will get it, once the admin has approved it."
        >
          <Previewed desk={desk} order={order} />
          <SubmitPreviewed onSubmit={submit} />
        </Dialog>
      )}
    </>
  );
}

/** The text as it stands, with what may have been overlooked in it. */
function Previewed({ desk, order }: { desk: ReaderDesk; order: ReaderOrder }) {
  const { fields } = useWriting(desk);
  const content = fields.content.trim();
  return (
    <>
      <div className="mb-4 empty:mb-0">
        <Remarks title="Before you submit it" remarks={checkReading(content, order.readingAddresseeName)} />
      </div>
      <DeliveryPreview
        orderId={order.id}
        content={content}
        cards={fields.cards === undefined ? undefined : readCards(fields.cards)}
        load={desk.preview}
      />
    </>
  );
}

/** What was looked at is handed in from there. */
function SubmitPreviewed({ onSubmit }: { onSubmit: () => void }) {
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      onSubmit();
    };
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  }, [onSubmit]);
  return (
    <p className="mt-4 text-right">
      <button
        type="button"
        className="btn btn-primary"
        aria-keyshortcuts="Control+Enter"
        title="Ctrl+Enter"
        onClick={onSubmit}
      >
        Submit for Admin Review
      </button>
    </p>
  );
}
