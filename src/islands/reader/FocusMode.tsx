import { useState } from 'react';
import type { ReaderDesk } from '../../client/desk/reader-desk.ts';
import type { ReaderOrder } from '../../shared/orders.ts';
import { questionOf } from '../../shared/reading-types.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Comparison } from './Comparison.tsx';
import { DueFact } from './DueFact.tsx';
import { Feedback } from './Feedback.tsx';
import { useWriting, type Writing } from './use-writing.ts';
import { WritingActions } from './WritingActions.tsx';
import { WritingFields } from './WritingFields.tsx';

interface FocusModeProps {
  desk: ReaderDesk;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Nothing but the text and what it is about. */
export function FocusMode({ desk, open, onOpenChange }: FocusModeProps) {
  const writing = useWriting(desk);
  const { order } = writing;
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
          aria-label="Write the reading"
          className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,44rem)] lg:gap-10"
          onSubmit={async (event) => {
            event.preventDefault();
            if (await desk.submit(writing.fields)) onOpenChange(false);
          }}
        >
          <Subject desk={desk} order={order} writing={writing} />
          <div className="place-to-write flex min-w-0 flex-col gap-3 roomy:sticky roomy:top-0 roomy:min-h-[calc(100svh-11rem)]">
            <WritingFields desk={desk} writing={writing} isFocused />
            <div className="flex flex-wrap gap-2">
              <WritingActions desk={desk} writing={writing} />
            </div>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function Subject({ desk, order, writing }: { desk: ReaderDesk; order: ReaderOrder; writing: Writing }) {
  // On a phone the text comes first.
  const [isWide] = useState(() => matchMedia('(min-width: 64rem)').matches);
  return (
    <section aria-label="What it is about" className="grid gap-4">
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
        <details open={isWide} className="min-w-0">
          <summary className="cursor-pointer text-sm text-quiet">Background context</summary>
          <p className="leading-relaxed whitespace-pre-wrap wrap-anywhere">{order.backgroundContext}</p>
        </details>
      )}
      <Comparison desk={desk} writing={writing} />
    </section>
  );
}
