import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import type { RefObject } from 'react';
import type { FetchedState } from '../../client/fetched.ts';
import { readingTypeNames } from '../../client/format.ts';
import type { ReaderDesk } from '../../client/reader-desk.ts';
import type { ReadingDraft } from '../../client/readings.ts';
import { limits } from '../../shared/limits.ts';
import type { OrderReading } from '../../shared/readings.ts';
import { ActionButton } from '../staff/ActionButton.tsx';
import { Field } from '../ui/Field.tsx';
import { TextWithCounts } from '../ui/TextWithCounts.tsx';
import { Feedback } from './Feedback.tsx';

const $noReading = atom<FetchedState<OrderReading>>({ loading: false });

interface SubmissionFormProps {
  desk: ReaderDesk;
  contentField: RefObject<HTMLTextAreaElement | null>;
}

/** Where the reader writes. A rejected reading starts from its last text. */
export function SubmissionForm({ desk, contentField }: SubmissionFormProps) {
  const assignments = useStore(desk.$assignments);
  const order = useStore(desk.$selected);
  const isRejected = order?.status === 'rejected';
  const typed = useStore(desk.draftOf(order?.id ?? '').$fields);
  const { data: rejected, loading } = useStore(isRejected ? desk.readingOf(order.id).$state : $noReading);
  const isBusy = 'submission' in useStore(desk.work.$running);
  const isLoadingText = !typed && !rejected && loading;
  const fields: ReadingDraft = typed ?? {
    content: rejected?.content ?? '',
    internalNotes: rejected?.internalNotes ?? '',
  };

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
            disabled={isBusy}
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
      {isRejected && <Feedback desk={desk} orderId={order.id} />}
      <Field label="Reading content">
        {(aria) => (
          <TextWithCounts
            {...aria}
            ref={contentField}
            rows={12}
            recommended="500-1000 words"
            maxLength={limits.readingCharacters}
            readOnly={isBusy || isLoadingText}
            placeholder={isLoadingText ? 'Loading your text…' : undefined}
            value={fields.content}
            onValueChange={(content) => desk.write({ ...fields, content })}
          />
        )}
      </Field>
      <Field label="Internal notes" optional hint="For the admin; the customer never sees them.">
        {(aria) => (
          <textarea
            {...aria}
            rows={3}
            className="textarea w-full"
            maxLength={limits.notesCharacters}
            readOnly={isBusy || isLoadingText}
            value={fields.internalNotes}
            onChange={(event) => desk.write({ ...fields, internalNotes: event.target.value })}
          />
        )}
      </Field>
      <div>
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Submitting…">
          Submit for Admin Review
        </ActionButton>
      </div>
    </form>
  );
}
