import { useStore } from '@nanostores/react';
import { type RefObject, useId } from 'react';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import { readingTypeNames } from '../../client/format.ts';
import { Feedback } from './Feedback.tsx';
import { TakenAway } from './TakenAway.tsx';
import { useSubmission } from './use-submission.ts';
import { useWriting } from './use-writing.ts';
import { WritingActions } from './WritingActions.tsx';
import { WritingFields } from './WritingFields.tsx';

interface SubmissionFormProps {
  desk: ReaderDesk;
  contentField: RefObject<HTMLTextAreaElement | null>;
  /** Called to write with nothing else around. */
  onFocusMode: () => void;
}

/** Where the reader writes. */
export function SubmissionForm({ desk, contentField, onFocusMode }: SubmissionFormProps) {
  const assignments = useStore(desk.$assignments);
  const writing = useWriting(desk);
  const { order, isSubmitting } = writing;
  const { orderError, contentError, submit } = useSubmission(desk, writing);
  const orderField = useId();
  const orderProblem = useId();

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-labelledby="upload-heading"
      className="place-to-write panel flex flex-col gap-3 p-4 roomy:min-h-[calc(100svh-6.75rem)]"
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h2 id="upload-heading" className="text-xl">
          Upload Reading
        </h2>
        <div className="flex min-w-0 grow basis-64 flex-wrap items-center gap-x-3 gap-y-1">
          <label htmlFor={orderField} className="font-semibold">
            Order
          </label>
          <select
            id={orderField}
            className="select min-w-0 grow basis-44"
            disabled={isSubmitting}
            aria-invalid={orderError ? true : undefined}
            aria-describedby={orderError ? orderProblem : undefined}
            value={order?.id ?? ''}
            onChange={(event) => desk.select(event.target.value)}
          >
            <option value="">Select an order</option>
            {assignments.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {`${choice.orderNumber} - ${choice.customerName} (${readingTypeNames[choice.readingType] ?? choice.readingType})`}
              </option>
            ))}
          </select>
          {orderError && (
            <p id={orderProblem} className="field-error basis-full" role="alert">
              {orderError}
            </p>
          )}
        </div>
      </div>
      <TakenAway desk={desk} isShown={!order} onForgotten={() => contentField.current?.focus()} />
      {order?.status === 'rejected' && <Feedback desk={desk} orderId={order.id} isFolded />}
      <WritingFields desk={desk} writing={writing} contentField={contentField} error={contentError} />
      <div className="flex flex-wrap gap-2">
        <WritingActions desk={desk} writing={writing} />
        <button type="button" className="btn sm:ml-auto" disabled={!order} onClick={onFocusMode}>
          Focus mode
        </button>
      </div>
    </form>
  );
}
