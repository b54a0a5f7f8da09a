import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import type { ReaderOrder } from '../../shared/orders/orders.ts';
import { questionOf } from '../../shared/orders/reading-types.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { Comparison } from './Comparison.tsx';
import { DueFact } from './DueFact.tsx';
import { Feedback } from './Feedback.tsx';
import { useSubmission } from './use-submission.ts';
import { useWriting, type Writing } from './use-writing.ts';
import { WritingActions } from './WritingActions.tsx';
import { WritingFields } from './WritingFields.tsx';

interface FocusModeProps {
  desk: ReaderDesk;
  /** The field of the form, whose caret is taken over, and given back. */
  contentField: RefObject<HTMLTextAreaElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Nothing but the text and what it is about. */
export function FocusMode({ desk, contentField, open, onOpenChange }: FocusModeProps) {
  const writing = useWriting(desk);
  const { order } = writing;
  const { contentError, submit } = useSubmission(desk, writing, () => onOpenChange(false));
  return (
    <Dialog
      open={open && order !== null}
      onOpenChange={onOpenChange}
      size="full"
      title={order ? `Writing for ${order.readingAddresseeName}` : ''}
      description={order ? `${order.orderNumber} · ${order.customerName}` : undefined}
    >
      {order && (
        <form
          noValidate
          onSubmit={submit}
          aria-label="Write the reading"
          className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,44rem)] lg:gap-10"
        >
          {/* Where there is one column, the text comes first. */}
          <div className="place-to-write flex min-w-0 flex-col gap-2 lg:col-start-2 roomy:sticky roomy:top-0 roomy:min-h-[calc(100svh-4.5rem)]">
            <SameText desk={desk} writing={writing} original={contentField} error={contentError} />
            <div className="flex flex-wrap gap-2">
              <WritingActions desk={desk} writing={writing} />
            </div>
          </div>
          <Subject desk={desk} order={order} writing={writing} />
        </form>
      )}
    </Dialog>
  );
}

interface SameTextProps {
  desk: ReaderDesk;
  writing: Writing;
  original: RefObject<HTMLTextAreaElement | null>;
  error: string | null;
}

/** The text of the form once more: one goes on where the caret was, here and back there. */
function SameText({ desk, writing, original, error }: SameTextProps) {
  const content = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const [there, here] = [original.current, content.current];
    if (!there || !here) return;
    here.setSelectionRange(there.selectionStart, there.selectionEnd);
    here.focus();
    return () => there.setSelectionRange(here.selectionStart, here.selectionEnd);
  }, [original]);
  return <WritingFields desk={desk} writing={writing} contentField={content} error={error} areNotesFolded />;
}

function Subject({ desk, order, writing }: { desk: ReaderDesk; order: ReaderOrder; writing: Writing }) {
  return (
    <section aria-label="What it is about" className="grid gap-4 lg:row-start-1">
      {order.status === 'rejected' && <Feedback desk={desk} orderId={order.id} />}
      <p dir="auto" className="font-display text-xl leading-snug wrap-anywhere">
        {questionOf(order)}
      </p>
      <dl className="grid gap-3">
        <div>
          <dt className="text-sm text-quiet">Name to address</dt>
          <dd className="font-semibold wrap-anywhere">{order.readingAddresseeName}</dd>
        </div>
        {order.dueAt && (
          <div>
            <dt className="text-sm text-quiet">Due</dt>
            <dd>
              <DueFact dueAt={order.dueAt} />
            </dd>
          </div>
        )}
      </dl>
      {order.backgroundContext && (
        <details open className="min-w-0">
          <summary className="cursor-pointer text-sm text-quiet">Background context</summary>
          <p className="leading-relaxed as-typed">{order.backgroundContext}</p>
        </details>
      )}
      <Comparison desk={desk} writing={writing} />
    </section>
  );
}
