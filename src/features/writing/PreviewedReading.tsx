import type { ReactNode } from 'react';
import { checkReading } from '../../shared/readings/reading-checks.ts';
import { Button } from '../../ui/Button.tsx';
import { useKeys } from '../../ui/keys.ts';
import { parseCards } from '../readings/cards/serialize-cards.ts';
import { DeliveryPreview } from '../readings/DeliveryPreview.tsx';
import { Remarks } from '../readings/Remarks.tsx';
import { useWriting } from './WritingFields.tsx';
import type { OrderToWrite, WritingStore } from './writing.ts';

type PreviewProps = {
  store: WritingStore;
  order: OrderToWrite;
  submitLabel: string;
  onSubmit: (send: boolean) => void;
  /** For users who may send without a review. */
  sendButton: ReactNode;
};

/** Shows a reading as its mail, with the buttons to submit or send it. */
export function PreviewedReading({ store, order, submitLabel, onSubmit, sendButton }: PreviewProps) {
  const { fields } = useWriting(store, order);
  const content = fields.content.trim();
  const submit = () => onSubmit(false);
  const send = () => onSubmit(true);
  useKeys({
    'Control+Enter': submit,
    'Meta+Enter': submit,
    ...(store.canSend && { 'Control+Shift+Enter': send, 'Meta+Shift+Enter': send }),
  });
  return (
    <>
      <div className="mb-4 empty:mb-0">
        <Remarks title="Before you submit it" remarks={checkReading(content, order)} />
      </div>
      <DeliveryPreview
        key={`${content} ${fields.cards}`}
        orderId={order.id}
        content={content}
        cards={fields.cards === undefined ? undefined : parseCards(fields.cards)}
      />
      <p className="modal-actions">
        <Button
          className="btn btn-primary"
          aria-keyshortcuts="Control+Enter"
          title="Ctrl+Enter"
          onClick={submit}
        >
          {submitLabel}
        </Button>
        {sendButton}
      </p>
    </>
  );
}
