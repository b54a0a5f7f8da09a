import { useStore } from '@nanostores/react';
import { memo, useEffect, useId, useRef } from 'react';
import { counted, plural } from '../../shared/counted-text.ts';
import { kindOf } from '../../shared/orders/asked.ts';
import type { OrderReading } from '../../shared/readings/reading-schema.ts';
import { classNames } from '../../ui/class-names.ts';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { Options } from '../../ui/forms/choices.tsx';
import { FieldError } from '../../ui/forms/Field.tsx';
import { Skeleton, TypedText } from '../../ui/pieces.tsx';
import type { TextField } from '../readings/WritableText.tsx';
import type { ReaderDesk } from './reader-desk.ts';
import { TakenAway } from './TakenAway.tsx';
import { useWriting } from './WritingFields.tsx';
import { WritingForm } from './WritingForm.tsx';
import type { WritingStore } from './writing.ts';

/** Renders the choice of an order and the form to write for it. @param props.isPage whether on an order's own page */
export function SubmissionForm(props: { desk: ReaderDesk; contentField: TextField; isPage: boolean }) {
  const { desk, contentField, isPage } = props;
  const order = useStore(desk.$selected);
  const { error } = useStore(desk.orders.$state);
  const isNamed = useStore(desk.$named) !== '';
  // Text typed earlier would be a draft without an order, and move to the next order chosen.
  const isOrderOnItsWay = useStore(desk.$orders) === null && (isNamed || !error);
  const writing = useWriting(desk.writing, order, isOrderOnItsWay);
  const canWrite = order !== null && !writing.isLoading;
  const isTextWanted = useStore(desk.$isTextWanted);
  const wantedFrom = useRef<Element | null>(null);
  useEffect(() => {
    if (isTextWanted) wantedFrom.current = document.activeElement;
  }, [isTextWanted]);
  useEffect(() => {
    if (!canWrite || !isTextWanted) return;
    desk.$isTextWanted.set(false);
    const { activeElement, body } = document;
    const isFree = activeElement === body || activeElement === wantedFrom.current;
    if (isFree) contentField.current?.focus({ preventScroll: true });
  }, [desk, canWrite, isTextWanted, contentField]);

  return (
    <WritingForm
      store={desk.writing}
      writing={writing}
      contentField={contentField}
      className={classNames(
        'place-to-write flex flex-col gap-3',
        isPage ? 'bg-base-100 pt-2' : 'panel p-4 roomy:min-h-[calc(100svh-6.75rem)]',
      )}
      head={(orderError) => (
        <>
          <div className="flex flex-wrap items-baseline gap-x-6 gap-y-3 folded:hidden">
            <h2 className={classNames('text-xl', isPage && 'max-sm:sr-only')}>Upload Reading</h2>
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

function Feedback({ store, orderId }: { store: WritingStore; orderId: string }) {
  return (
    <WhenFetched fetched={store.readingOf(orderId)} what="feedback" loading={<Skeleton className="h-12" />}>
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

/** Memoized against a render per key: there may be a hundred orders. */
const OrderChoice = memo(function OrderChoice(props: {
  desk: ReaderDesk;
  orderId: string;
  disabled: boolean;
  error: string | null;
  isPage: boolean;
}) {
  const { desk, orderId, disabled, error, isPage } = props;
  const assignments = useStore(desk.$assignments);
  const field = useId();
  const problem = useId();
  return (
    <div className="flex min-w-0 grow basis-64 flex-wrap items-baseline gap-x-3 gap-y-1">
      <label htmlFor={field} className={classNames('font-semibold', isPage && 'max-sm:sr-only')}>
        Order
      </label>
      <select
        id={field}
        className="select min-w-0 grow basis-44"
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? problem : undefined}
        value={orderId}
        onChange={(event) => desk.select(event.target.value)}
      >
        <option value="">Select an order</option>
        <Options
          of={assignments.map((choice) => [
            choice.id,
            `${choice.orderNumber} - ${choice.customerName} (${kindOf(choice)})`,
          ])}
        />
      </select>
      <FieldError id={problem} text={error} className="basis-full" />
    </div>
  );
});
