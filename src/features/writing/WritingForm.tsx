import { useStore } from '@nanostores/react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { counted } from '../../shared/counted-text.ts';
import { lengthText, standardOffer } from '../../shared/offers/offer-types.ts';
import { type CheckedOrder, checkReading, isVeryShort } from '../../shared/readings/reading-checks.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyDialog, lazyPart } from '../../ui/errors/lazy-part.tsx';
import { submitByKey } from '../../ui/forms/form-keys.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { Disclosure, Skeleton } from '../../ui/pieces.tsx';
import { useDateFormats, useNowByMinute } from '../desk/desk-hooks.ts';
import { RemarkList } from '../readings/Remarks.tsx';
import { TextCounts, type TextField, useDebounced } from '../readings/WritableText.tsx';
import type { Autosave } from './autosave.ts';
import { showPassage, WritingFields, type WritingProps } from './WritingFields.tsx';

const Dialog = lazyDialog(() => import('../../ui/dialogs/Dialog.tsx'), 'Dialog', 'The preview');
const PreviewedReading = lazyPart(
  () => import('./PreviewedReading.tsx'),
  'PreviewedReading',
  <Skeleton label="Loading the preview" className="h-96" />,
);

const submitWords = {
  reader: { label: 'Submit for Admin Review', busy: 'Submitting…' },
  admin: { label: 'Upload Reading', busy: 'Uploading…' },
};

const shiftKeys = { 'aria-keyshortcuts': 'Control+Shift+Enter', title: 'Ctrl+Shift+Enter' };

type SendButtonProps = { running?: string | undefined; disabled?: boolean; onClick: () => void };

/** Sends a reading to its customer without a review. */
function SendButton({ running, ...button }: SendButtonProps) {
  return (
    <Button
      {...button}
      {...shiftKeys}
      className="btn max-sm:px-2.5"
      task="send"
      running={running}
      busyLabel="Sending…"
    >
      Write &amp; send
    </Button>
  );
}

interface WritingFormProps extends WritingProps {
  className: string;
  /** Returns the part above the text, given the error about the chosen order. */
  head: (orderError: string | null) => ReactNode;
}

/** Renders the form to write, preview, and submit a reading. */
export function WritingForm({ className, head, ...props }: WritingFormProps) {
  const { store, writing, contentField } = props;
  const { order, fields, running } = writing;
  const { content } = fields;
  const [previewedId, setPreviewedId] = useState<string | null>(null);
  const isToBeSubmitted = useRef(false);
  /** Whether the form being submitted is sent without a review. */
  const isToBeSent = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const words = submitWords[store.writer];
  const isReader = store.writer === 'reader';
  const hasText = content.trim() !== '';
  const offer = order?.offer ?? standardOffer;

  const { errors, onSubmit } = useForm({
    stored: {},
    check: () => ({
      order: order ? null : 'Please select an order.',
      content: hasText ? null : 'Please enter the reading.',
    }),
    onInvalid() {
      isToBeSent.current = false;
      void store.submit(order, fields);
    },
    async save() {
      const send = isToBeSent.current;
      isToBeSent.current = false;
      await store.submit(order, fields, send);
      return false;
    },
  });

  function send() {
    isToBeSent.current = true;
    form.current?.requestSubmit();
  }

  function submitPreviewed(send: boolean) {
    isToBeSent.current = send;
    isToBeSubmitted.current = true;
    setPreviewedId(null);
  }

  /** Submits after the dialog has closed, so that the focus returns to the form. */
  function submitOnceClosed() {
    if (isToBeSubmitted.current) form.current?.requestSubmit();
    isToBeSubmitted.current = false;
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={(event) =>
        submitByKey(event, store.canSend ? send : () => hasText && order && setPreviewedId(order.id))
      }
      aria-label="Upload Reading"
      className={className}
    >
      {head((!order && errors.order) || null)}
      <WritingFields {...props} error={(!hasText && errors.content) || null} />
      <div className="action-bar grid gap-2 cramped:flex cramped:flex-wrap cramped:items-baseline cramped:gap-x-3 cramped:gap-y-1">
        {order && (
          <BeforeSubmitting key={order.id} content={content} order={order} contentField={contentField} />
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 cramped:contents">
          <div className="min-w-0 grow basis-60 cramped:flex cramped:basis-auto cramped:flex-wrap cramped:gap-x-3">
            {order && <SaveStatus autosave={store.autosaveOf(order.id)} />}
            {!order && content && (
              <p className="text-sm text-quiet">Saved on this device until you choose an order.</p>
            )}
            <TextCounts
              text={content}
              recommended={isReader ? lengthText(offer.words) : undefined}
              isShort={hasText && isVeryShort(content, offer)}
            />
          </div>
          <div className="flex flex-wrap items-center gap-2 cramped:order-2 cramped:basis-full">
            <Button
              className="btn max-sm:px-2.5"
              {...(!store.canSend && shiftKeys)}
              disabled={!order || !hasText}
              onClick={() => order && setPreviewedId(order.id)}
            >
              Preview
            </Button>
            {store.canSend && <SendButton running={running} disabled={!order || !hasText} onClick={send} />}
            <span aria-hidden="true" className="max-2xl:hidden pointer-coarse:hidden">
              <kbd className="kbd kbd-sm">Ctrl ↵</kbd>
            </span>
            <Button
              type="submit"
              className="btn btn-primary max-sm:px-2.5 cramped:grow"
              aria-keyshortcuts="Control+Enter"
              title="Ctrl+Enter"
              task="submit"
              running={running}
              busyLabel={words.busy}
              disabled={!isReader && !hasText}
            >
              {words.label}
            </Button>
          </div>
        </div>
      </div>
      {order && (
        <Dialog
          open={previewedId === order.id}
          onClose={() => setPreviewedId(null)}
          onClosed={submitOnceClosed}
          size="lg"
          title={`Preview for ${order.orderNumber}`}
          description="This is the email as the customer will get it, once it is approved."
        >
          <PreviewedReading
            store={store}
            order={order}
            submitLabel={words.label}
            onSubmit={submitPreviewed}
            sendButton={store.canSend && <SendButton onClick={() => submitPreviewed(true)} />}
          />
        </Dialog>
      )}
    </form>
  );
}

/** Milliseconds of pause in typing before a text is checked: half a word is not a mistake. */
const checkAfterMs = 600;

function BeforeSubmitting(props: { content: string; order: CheckedOrder; contentField: TextField }) {
  const { content, order, contentField } = props;
  const text = useDebounced(content, checkAfterMs);
  const remarks = useMemo(() => (text.trim() ? checkReading(text, order) : []), [text, order]);
  const [gravest] = remarks;
  if (!gravest) return null;
  return (
    <section
      aria-label="Before you submit it"
      className="text-sm cramped:order-1 cramped:has-[[open]]:basis-full [&_summary]:min-h-6"
    >
      <Disclosure
        summary={
          <span className="font-normal">
            <span className="hidden cramped:inline">
              <span className="sr-only">Before you submit it: </span>
              {counted(remarks.length, 'thing')} to check
            </span>
            <span className="wrap-anywhere cramped:hidden">
              Before you submit it
              <span className="[details[open]_&]:hidden">
                : {gravest.remark} {remarks.length > 1 && `And ${remarks.length - 1} more.`}
              </span>
            </span>
          </span>
        }
      >
        <RemarkList remarks={remarks} onShow={(passage) => showPassage(contentField.current, passage)} />
      </Disclosure>
    </section>
  );
}

function SaveStatus({ autosave }: { autosave: Autosave }) {
  const { dateTimePhrase } = useDateFormats();
  const state = useStore(autosave.$state);
  const now = useNowByMinute();
  if (state.name === 'untouched') return null;
  if (state.name === 'saved') {
    return (
      <p key="saved" className="text-sm text-quiet">
        Saved {dateTimePhrase(state.savedAt, now)}
        {state.begunBy && <span>, started by {state.begunBy}</span>}
        {state.held && <span className="block font-semibold text-tone-warning">{state.held}</span>}
      </p>
    );
  }
  const isProblem = state.name !== 'loading' && state.name !== 'saving';
  // A conflict has its own alert.
  const isAnnounced = state.name !== 'saving' && state.name !== 'conflict';
  return (
    <p
      key={state.name}
      role={isAnnounced ? 'status' : undefined}
      className={isProblem ? 'text-sm font-semibold text-tone-error' : 'text-sm text-quiet'}
    >
      {state.name === 'loading' && 'Loading your text…'}
      {state.name === 'saving' && 'Saving…'}
      {state.name === 'conflict' && 'Not saved: a different text was saved elsewhere.'}
      {state.name === 'unsaved' && `Not saved: ${state.problem} Your text is saved on this device.`}
      {state.name === 'ended' && `No longer saved: ${state.why} Your text is saved on this device.`}
    </p>
  );
}
