import { useStore } from '@nanostores/react';
import type { RefObject } from 'react';
import type { ReaderDesk } from '../../client/desk/reader-desk.ts';
import { readingTypeNames } from '../../client/format.ts';
import { Field } from '../ui/Field.tsx';
import { Feedback } from './Feedback.tsx';
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
  const { order, fields, isSubmitting } = writing;

  return (
    <form
      noValidate
      aria-labelledby="upload-heading"
      className="panel grid gap-4 p-4 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        void desk.submit(fields);
      }}
    >
      <h2 id="upload-heading" className="text-xl">
        Upload Reading
      </h2>
      <Field label="Order">
        {(aria) => (
          <select
            {...aria}
            className="select w-full"
            disabled={isSubmitting}
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
        )}
      </Field>
      {order?.status === 'rejected' && <Feedback desk={desk} orderId={order.id} />}
      <WritingFields desk={desk} writing={writing} contentField={contentField} />
      <div className="flex flex-wrap gap-2">
        <WritingActions desk={desk} writing={writing} />
        <button type="button" className="btn btn-ghost sm:ml-auto" disabled={!order} onClick={onFocusMode}>
          Focus mode
        </button>
      </div>
    </form>
  );
}
