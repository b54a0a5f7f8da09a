import { type RefObject, useEffect } from 'react';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import { counted } from '../../shared/plural.ts';
import { recommendedWords } from '../../shared/readings/reading-checks.ts';
import { countWords } from '../../shared/text.ts';
import { classNames } from '../ui/class-names.ts';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { ActionBar } from './ActionBar.tsx';
import { pressByKey } from './form-keys.ts';
import { OrderChoice } from './OrderChoice.tsx';
import { TakenAway } from './TakenAway.tsx';
import { useSubmission } from './use-submission.ts';
import { useWriting } from './use-writing.ts';
import { WritingFields } from './WritingFields.tsx';

interface SubmissionFormProps {
  desk: ReaderDesk;
  contentField: RefObject<HTMLTextAreaElement | null>;
  /** Whether somebody came to write, and waits for the field. */
  isFieldWanted: RefObject<boolean>;
  /** Whether it is the page, and not a part of the dashboard. */
  isPage: boolean;
}

/** Where the reader writes. */
export function SubmissionForm({ desk, contentField, isFieldWanted, isPage }: SubmissionFormProps) {
  const writing = useWriting(desk);
  const { order, isSubmitting, isLoading } = writing;
  const { orderError, contentError, submit, ...question } = useSubmission(desk, writing);

  const canWrite = order !== null && !isLoading;
  useEffect(() => {
    if (!canWrite || !isFieldWanted.current) return;
    isFieldWanted.current = false;
    // Before, the first letters would have gone nowhere. Who has turned to something else meanwhile goes on there.
    if (document.activeElement === document.body) contentField.current?.focus({ preventScroll: true });
  }, [canWrite, contentField, isFieldWanted]);

  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={pressByKey}
      aria-labelledby="upload-heading"
      className={classNames(
        'place-to-write flex flex-col gap-3',
        isPage ? 'bg-base-100 pt-2' : 'panel p-4 roomy:min-h-[calc(100svh-6.75rem)]',
      )}
    >
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-3 folded:hidden">
        <h2 id="upload-heading" className={classNames('text-xl', isPage && 'max-sm:sr-only')}>
          Upload Reading
        </h2>
        <OrderChoice
          desk={desk}
          orderId={order?.id ?? ''}
          disabled={isSubmitting}
          error={orderError}
          isPage={isPage}
        />
      </div>
      <TakenAway desk={desk} order={order} onForgotten={() => contentField.current?.focus()} />
      <WritingFields desk={desk} writing={writing} contentField={contentField} error={contentError} />
      <ActionBar desk={desk} writing={writing} contentField={contentField} />
      <ConfirmDialog
        open={question.isAsking}
        onOpenChange={question.setIsAsking}
        title={`This reading has ${counted(countWords(writing.fields.content), 'word')}. Submit it anyway?`}
        description={`${recommendedWords.from} to ${recommendedWords.to} words are recommended.`}
        confirmLabel="Submit it"
        onConfirm={question.handIn}
      />
    </form>
  );
}
