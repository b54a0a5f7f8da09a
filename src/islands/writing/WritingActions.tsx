import { memo, useRef } from 'react';
import { readCards } from '../../client/cards/kept-cards.ts';
import type { OrderToWrite, WritingStore } from '../../client/writing/writing.ts';
import type { Role } from '../../shared/people/staff.ts';
import { checkReading } from '../../shared/readings/reading-checks.ts';
import { TaskButton } from '../desk/TaskButton.tsx';
import { DeliveryPreview } from '../readings/DeliveryPreview.tsx';
import { Remarks } from '../readings/Remarks.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { useWriting } from './use-writing.ts';

interface WritingActionsProps {
  store: WritingStore;
  /** Null before one is chosen. */
  order: OrderToWrite | null;
  hasText: boolean;
  /** What is being done to the order. */
  running: string | undefined;
  /** The id of the order whose mail is shown; null when none is. */
  previewedId: string | null;
  onPreview: (orderId: string | null) => void;
}

const submitWords: Record<Role, { label: string; busy: string }> = {
  reader: { label: 'Submit for Admin Review', busy: 'Submitting…' },
  admin: { label: 'Upload Reading', busy: 'Uploading…' },
};

/**
 * Hands the text in, or shows it as the customer will get it. Stands in a form that submits it. Not rendered again at every
 * key: the text is looked at when it is shown.
 */
export const WritingActions = memo(function WritingActions(props: WritingActionsProps) {
  const { store, running, hasText } = props;
  const words = submitWords[store.writer];
  return (
    <>
      <Preview {...props} />
      <span aria-hidden="true" className="max-2xl:hidden pointer-coarse:hidden">
        <kbd className="kbd kbd-sm">Ctrl ↵</kbd>
      </span>
      <TaskButton
        type="submit"
        className="btn btn-primary max-sm:px-2.5 cramped:grow"
        aria-keyshortcuts="Control+Enter"
        title="Ctrl+Enter"
        task="submit"
        running={running}
        busyLabel={words.busy}
        disabled={store.writer === 'admin' && !hasText}
      >
        {words.label}
      </TaskButton>
    </>
  );
});

function Preview({ store, order, hasText, previewedId, onPreview }: WritingActionsProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const isToBeSubmitted = useRef(false);

  function submit() {
    isToBeSubmitted.current = true;
    onPreview(null);
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
        aria-keyshortcuts="Control+Shift+Enter"
        title="Ctrl+Shift+Enter"
        disabled={!order || !hasText}
        onClick={() => order && onPreview(order.id)}
      >
        Preview
      </button>
      {order && (
        <Dialog
          open={previewedId === order.id}
          onOpenChange={(isOpen) => onPreview(isOpen ? order.id : null)}
          onClosed={submitOnceClosed}
          size="lg"
          title={`Preview for ${order.orderNumber}`}
          description="This is the email as the customer will get it, once it is approved."
        >
          <Previewed store={store} order={order} />
          <SubmitPreviewed label={submitWords[store.writer].label} onSubmit={submit} />
        </Dialog>
      )}
    </>
  );
}

/** The text as it stands, with what may have been overlooked in it. */
function Previewed({ store, order }: { store: WritingStore; order: OrderToWrite }) {
  const { fields } = useWriting(store, order);
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
        load={store.preview}
      />
    </>
  );
}

/** What was looked at is handed in from there. */
function SubmitPreviewed({ label, onSubmit }: { label: string; onSubmit: () => void }) {
  useKeys({ 'Control+Enter': onSubmit, 'Meta+Enter': onSubmit });
  return (
    <p className="modal-actions">
      <button
        type="button"
        className="btn btn-primary"
        aria-keyshortcuts="Control+Enter"
        title="Ctrl+Enter"
        onClick={onSubmit}
      >
        {label}
      </button>
    </p>
  );
}
