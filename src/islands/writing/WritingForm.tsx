import { memo, type ReactNode, type RefObject, useEffect, useState } from 'react';
import type { WritingStore } from '../../client/writing/writing.ts';
import { counted } from '../../shared/plural.ts';
import { checkReading, isVeryShort, recommendedWords } from '../../shared/readings/reading-checks.ts';
import { countWords } from '../../shared/text.ts';
import { RemarkList } from '../readings/Remarks.tsx';
import { TextCounts } from '../readings/TextCounts.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { submitByKey } from '../ui/forms/submit-by-key.ts';
import { submitForm } from '../ui/forms/submit-form.ts';
import { showPassage } from './caret-in-view.ts';
import { SaveStatus } from './SaveStatus.tsx';
import type { Writing } from './use-writing.ts';
import { WritingActions } from './WritingActions.tsx';
import { WritingFields } from './WritingFields.tsx';

/** How long after the last key a text is looked at, in milliseconds: half a word is no mistake. */
const quietMs = 600;

interface BeforeSubmittingProps {
  content: string;
  addresseeName: string;
  contentField: RefObject<HTMLTextAreaElement | null>;
}

/** Shows what the writer may have overlooked: the gravest remark in a line, the rest when it is opened. */
function BeforeSubmitting({ content, addresseeName, contentField }: BeforeSubmittingProps) {
  const [checked, setChecked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setChecked(content), quietMs);
    return () => clearTimeout(timer);
  }, [content]);
  return <OfText text={checked} addresseeName={addresseeName} contentField={contentField} />;
}

interface OfTextProps extends Omit<BeforeSubmittingProps, 'content'> {
  text: string;
}

/** Rendered when the text was checked, not at every key. */
const OfText = memo(function OfText({ text, addresseeName, contentField }: OfTextProps) {
  const remarks = text.trim() ? checkReading(text, addresseeName) : [];
  const [gravest] = remarks;
  if (!gravest) return null;
  const others = remarks.length - 1;

  return (
    <section
      aria-label="Before you submit it"
      className="text-sm cramped:order-1 cramped:has-[[open]]:basis-full [&_summary]:min-h-6"
    >
      <Disclosure
        summary={
          <span className="font-normal">
            {/* On a phone the room is the text's. */}
            <span className="hidden cramped:inline">
              <span className="sr-only">Before you submit it: </span>
              {counted(remarks.length, 'remark')}
            </span>
            <span className="wrap-anywhere cramped:hidden">
              Before you submit it: {gravest.remark} {others > 0 && <span>And {others} more.</span>}
            </span>
          </span>
        }
      >
        <RemarkList
          remarks={remarks}
          onShow={(passage) => contentField.current && showPassage(contentField.current, passage)}
        />
      </Disclosure>
    </section>
  );
});

interface WritingFormProps {
  store: WritingStore;
  writing: Writing;
  contentField: RefObject<HTMLTextAreaElement | null>;
  className: string;
  /** The id of its heading. */
  labelledBy: string;
  /** @returns what stands above the text, given what is wrong with the choice of the order */
  head: (orderError: string | null) => ReactNode;
}

/**
 * Where a reading is written, by a reader or an admin. What was missing when it was submitted is marked until it is
 * there, and a reader is asked whether very little was meant.
 */
export function WritingForm({ store, writing, contentField, className, labelledBy, head }: WritingFormProps) {
  const { order, fields, running } = writing;
  const { content } = fields;
  const [isIncomplete, setIsIncomplete] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [previewedId, setPreviewedId] = useState<string | null>(null);
  const isReader = store.writer === 'reader';
  const hasText = content.trim() !== '';

  async function submit(): Promise<void> {
    setIsIncomplete(!order || !hasText);
    if (isReader && order && hasText && !running && isVeryShort(content)) setIsAsking(true);
    else await store.submit(order, fields);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => submitForm(event, submit)}
      onKeyDown={(event) => submitByKey(event, () => hasText && order && setPreviewedId(order.id))}
      aria-labelledby={labelledBy}
      className={className}
    >
      {head(isIncomplete && !order ? 'Please select an order.' : null)}
      <WritingFields
        store={store}
        writing={writing}
        contentField={contentField}
        error={isIncomplete && !hasText ? 'Please enter the reading.' : null}
      />
      {/* It never scrolls away. */}
      <div className="action-bar grid gap-2 cramped:flex cramped:flex-wrap cramped:items-baseline cramped:gap-x-3 cramped:gap-y-1">
        {order && (
          <BeforeSubmitting
            key={order.id}
            content={content}
            addresseeName={order.readingAddresseeName}
            contentField={contentField}
          />
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 cramped:contents">
          <div className="min-w-0 grow basis-60 cramped:flex cramped:basis-auto cramped:flex-wrap cramped:gap-x-3">
            {order && <SaveStatus autosave={store.autosaveOf(order.id)} />}
            {!order && content && (
              <p className="text-sm text-quiet">Saved on this device until you choose an order.</p>
            )}
            <TextCounts text={content} recommended={isReader ? '500-1000 words' : undefined} />
          </div>
          <div className="flex flex-wrap items-center gap-2 cramped:order-2 cramped:basis-full">
            <WritingActions
              store={store}
              order={order}
              hasText={hasText}
              running={running}
              previewedId={previewedId}
              onPreview={setPreviewedId}
            />
          </div>
        </div>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`This reading has ${counted(countWords(content), 'word')}. Submit it anyway?`}
        description={`${recommendedWords.from} to ${recommendedWords.to} words are recommended.`}
        confirmLabel="Submit it"
        onConfirm={() => void store.submit(order, fields)}
      />
    </form>
  );
}
