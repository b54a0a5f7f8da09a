import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef } from 'react';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import type { WritingStore } from '../../client/writing/writing.ts';
import { counted, plural } from '../../shared/plural.ts';
import type { OrderReading } from '../../shared/readings/readings.ts';
import { classNames } from '../ui/class-names.ts';
import { WhenFetched } from '../ui/errors/WhenFetched.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TypedText } from '../ui/TypedText.tsx';
import { OrderChoice } from './OrderChoice.tsx';
import { TakenAway } from './TakenAway.tsx';
import { useWriting } from './use-writing.ts';
import { WritingForm } from './WritingForm.tsx';

interface SubmissionFormProps {
  desk: ReaderDesk;
  contentField: RefObject<HTMLTextAreaElement | null>;
  /** Whether an order is chosen, so that the form takes the room that there is. */
  isPage: boolean;
}

/** Where the reader chooses an order and writes for it. */
export function SubmissionForm({ desk, contentField, isPage }: SubmissionFormProps) {
  const order = useStore(desk.$selected);
  const { error } = useStore(desk.orders.$state);
  const isNamed = useStore(desk.$named) !== '';
  // What is typed until then would belong to no order, be gone from sight when one is there, and go into another one.
  const isOrderOnItsWay = useStore(desk.$orders) === null && (isNamed || !error);
  const writing = useWriting(desk.writing, order, isOrderOnItsWay);
  const canWrite = order !== null && !writing.isLoading;
  const isTextWanted = useStore(desk.$isTextWanted);
  const wantedFrom = useRef<Element | null>(null);
  useEffect(() => {
    if (isTextWanted) wantedFrom.current = document.activeElement;
  }, [isTextWanted]);
  useEffect(() => {
    // Before, the first letters would have gone nowhere.
    if (!canWrite || !isTextWanted) return;
    desk.$isTextWanted.set(false);
    const { activeElement, body } = document;
    // Who has turned to something else meanwhile goes on there.
    const isFree = activeElement === body || activeElement === wantedFrom.current;
    if (isFree) contentField.current?.focus({ preventScroll: true });
  }, [desk, canWrite, isTextWanted, contentField]);

  return (
    <WritingForm
      store={desk.writing}
      writing={writing}
      contentField={contentField}
      labelledBy="upload-heading"
      className={classNames(
        'place-to-write flex flex-col gap-3',
        isPage ? 'bg-base-100 pt-2' : 'panel p-4 roomy:min-h-[calc(100svh-6.75rem)]',
      )}
      head={(orderError) => (
        <>
          <div className="flex flex-wrap items-baseline gap-x-6 gap-y-3 folded:hidden">
            <h2 id="upload-heading" className={classNames('text-xl', isPage && 'max-sm:sr-only')}>
              Upload Reading
            </h2>
            <OrderChoice
              desk={desk}
              orderId={order?.id ?? ''}
              disabled={writing.isSubmitting}
              error={orderError}
              isPage={isPage}
            />
          </div>
          <TakenAway desk={desk} order={order} onForgotten={() => contentField.current?.focus()} />
          {order?.status === 'rejected' && <Feedback store={desk.writing} orderId={order.id} />}
        </>
      )}
    />
  );
}

/** What the admin wants changed in a rejected reading. It stays in view while one writes (writing.css). */
function Feedback({ store, orderId }: { store: WritingStore; orderId: string }) {
  return (
    <WhenFetched
      fetched={store.readingOf(orderId)}
      fallback="The feedback could not be loaded."
      loading={<Skeleton className="h-12" />}
    >
      {(reading) => (
        <section
          aria-label="Feedback from the admin"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long one scrolls, also without a pointer
          tabIndex={0}
          className="feedback-to-see rounded-field border border-error px-3 py-2"
        >
          <p className="text-sm font-semibold">Feedback from the admin</p>
          <TypedText text={reading.feedback || wordsInstead(reading)} />
        </section>
      )}
    </WhenFetched>
  );
}

function wordsInstead({ comments, revision }: OrderReading): string {
  const count = comments.filter((comment) => comment.revision === revision).length;
  if (count === 0) return 'No feedback was given. Please ask the admin what to change.';
  return `There ${plural(count, 'is', 'are')} ${counted(count, 'comment')} on the text.`;
}
