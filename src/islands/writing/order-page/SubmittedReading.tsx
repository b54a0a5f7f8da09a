import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { ReaderDesk } from '../../../client/dashboards/reader-desk.ts';
import { readerStatusLabel } from '../../../shared/orders/order-status.ts';
import type { ReaderOrder } from '../../../shared/orders/orders.ts';
import { DrawnCards } from '../../cards/DrawnCards.tsx';
import { CommentHistory } from '../../comments/SaidComment.tsx';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { NotesEditor } from '../../readings/NotesEditor.tsx';
import { Revisions } from '../../readings/Revisions.tsx';
import { TextCounts } from '../../readings/TextCounts.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { DeskPart } from '../../ui/errors/DeskPart.tsx';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TypedText } from '../../ui/TypedText.tsx';
import { SideColumn } from '../SideColumn.tsx';
import { TakenAway } from '../TakenAway.tsx';
import { OrderSubject } from './OrderSubject.tsx';

/** A reading that was handed in, to be read again: its text as it stands, its versions, what the admin said. */
export function SubmittedReading({ desk, order }: { desk: ReaderDesk; order: ReaderOrder }) {
  const fetched = desk.writing.readingOf(order.id);
  const { data: reading } = useStore(fetched.$state);
  const { happened } = useBusinessDays();
  const status = readerStatusLabel(order.status);
  const words = reading?.feedback ?? reading?.lastFeedback;
  const place = useRef<HTMLElement>(null);
  // Who came from the list goes on here.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, []);

  return (
    <>
      <DeskPart name="assignments">
        <SideColumn>
          <OrderSubject desk={desk} order={order}>
            {words && (
              <div>
                <h3 className="font-sans text-sm text-quiet">Last feedback</h3>
                <TypedText text={words} />
              </div>
            )}
            {reading && <Revisions newest={reading.revision} fetched={desk.revisionsOf(order.id)} />}
            {reading && <CommentHistory comments={reading.comments} />}
          </OrderSubject>
        </SideColumn>
      </DeskPart>
      <DeskPart name="writing">
        <article
          ref={place}
          tabIndex={-1}
          aria-label="The reading"
          className="grow bg-base-100 px-4 pt-5 pb-10 outline-none sm:px-6"
        >
          <div className="mx-auto max-w-[35rem]">
            <div className="mb-5 empty:hidden">
              <TakenAway desk={desk} order={order} onForgotten={() => place.current?.focus()} />
            </div>
            <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone={status.tone}>{status.label}</Badge>
              {order.submittedAt && (
                <p className="text-sm text-quiet">Submitted {happened(order.submittedAt)}</p>
              )}
            </div>
            <WhenFetched
              fetched={fetched}
              fallback="The reading could not be loaded."
              loading={<Skeleton className="h-96" />}
            >
              {(reading) => (
                <>
                  <div className="mb-5 empty:hidden">
                    <DrawnCards cards={reading.cards} />
                  </div>
                  <TypedText className="font-display text-lg leading-relaxed" text={reading.content} />
                  <div className="mt-4">
                    <TextCounts text={reading.content} />
                  </div>
                  <div className="mt-5">
                    <NotesEditor notes={desk.writing.notesOf(order.id)} text={reading.internalNotes ?? ''} />
                  </div>
                </>
              )}
            </WhenFetched>
          </div>
        </article>
      </DeskPart>
    </>
  );
}
