import { useStore } from '@nanostores/react';
import { type ReactNode, useMemo } from 'react';
import { limits } from '../../shared/limits.ts';
import type { CustomerQuestion } from '../../shared/orders/questions.ts';
import { Button } from '../../ui/Button.tsx';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { TextAreaField } from '../../ui/forms/Field.tsx';
import { submitByKey } from '../../ui/forms/form-keys.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { passFocusOnRemoval } from '../../ui/pass-focus-on-removal.ts';
import { Disclosure, TypedText } from '../../ui/pieces.tsx';
import { useDateFormats, useDeskBase, useDraft, useRunning } from '../desk/desk-hooks.ts';
import type { NoteForm } from './customer-desk.ts';
import { createOrderQuestions } from './order-questions.ts';

/** Shows what the customer was asked, and asks. Renders nothing when there is neither a question nor `canAsk`. */
export function OrderQuestions({ orderId, canAsk }: { orderId: string; canAsk: boolean }) {
  const desk = useDeskBase();
  const questions = useMemo(() => createOrderQuestions(desk, orderId), [desk, orderId]);
  const { data, error } = useStore(questions.list.$state);
  if (!canAsk && !error && !data?.length) return null;
  return (
    <section aria-label="Questions to the customer" className="grid gap-3">
      <WhenFetched fetched={questions.list} what="questions" height="h-6">
        {(asked) => (
          <>
            {asked.length > 0 && <h3 className="text-lg">Questions to the customer</h3>}
            {asked.length > 0 && (
              <div role="log" aria-label="What the customer was asked">
                <ol className="grid gap-4">
                  {asked.map((question) => (
                    <Asked key={question.id} questions={questions} question={question} />
                  ))}
                </ol>
              </div>
            )}
            {canAsk && asked.every(({ closedAt }) => closedAt !== null) && (
              <Disclosure
                key={orderId}
                summary="Ask the customer"
                isOpenAtFirst={questions.form.draft.$fields.get() !== null}
              >
                <div className="pt-2">
                  <NoteEditor
                    form={questions.form}
                    label="What you ask"
                    hint="The customer gets this text by email and answers on their order’s page. The due date waits for the answer."
                    words={{ empty: 'The question is empty.', send: 'Ask the customer', sending: 'Asking…' }}
                  />
                </div>
              </Disclosure>
            )}
          </>
        )}
      </WhenFetched>
    </section>
  );
}

type AskedProps = { questions: ReturnType<typeof createOrderQuestions>; question: CustomerQuestion };

function Asked({ questions, question }: AskedProps) {
  const { dateTime } = useDateFormats();
  const { id, askedBy, askedAt, answer, closedAt, remindedAt } = question;
  const isBusy = useRunning(`question:${id}`) !== undefined;
  return (
    <li className="grid min-w-0 gap-2">
      <AttributedText
        title={`${askedBy} asked`}
        at={askedAt}
        words={question.question}
        className="border-l-2 border-base-300 pl-3"
      />
      {answer !== null && closedAt !== null && (
        <AttributedText
          title="The customer answered"
          at={closedAt}
          words={answer}
          className="border-l-2 border-primary pl-3"
        />
      )}
      {answer === null && closedAt !== null && (
        <p className="pl-3.5 text-sm text-quiet">Closed without an answer {dateTime(closedAt)}</p>
      )}
      {closedAt === null && (
        <div className="grid gap-2 pl-3.5">
          <p className="text-sm">
            The due date waits for the answer.
            {remindedAt && <span> Reminded {dateTime(remindedAt)}.</span>}
          </p>
          {question.canBeClosed && (
            <div>
              <Button isBusy={isBusy} busyLabel="Closing…" onClick={() => void questions.close(question)}>
                Continue without an answer
              </Button>
            </div>
          )}
        </div>
      )}
    </li>
  );
}

type SaidProps = { title: string; at: string; words: string | null; className: string; children?: ReactNode };

/** What a person said, and when. */
export function AttributedText({ title, at, words, className, children }: SaidProps) {
  const { dateTime } = useDateFormats();
  return (
    <div ref={passFocusOnRemoval} className={className}>
      <p className="flex flex-wrap gap-x-2 text-sm">
        <span className="min-w-0 font-semibold wrap-anywhere">{title}</span>
        <time dateTime={at} className="text-quiet">
          {dateTime(at)}
        </time>
      </p>
      {words !== null && <TypedText className="max-w-prose" text={words} />}
      {children}
    </div>
  );
}

const ofNotes = { empty: 'The note is empty.', send: 'Add note', sending: 'Adding…' };

export function NoteEditor(props: { form: NoteForm; label: string; hint: string; words?: typeof ofNotes }) {
  const { form, label, hint, words = ofNotes } = props;
  const { field, isBusy, onSubmit } = useForm({
    stored: { text: '' },
    typed: useDraft(form.draft),
    check: ({ text }) => ({ text: text.trim() ? null : words.empty }),
    save: ({ text }) => form.send(text),
  });

  return (
    <form noValidate className="grid gap-2" onKeyDown={submitByKey} onSubmit={onSubmit}>
      <TextAreaField
        {...field('text')}
        label={label}
        hint={hint}
        limit={limits.noteCharacters}
        rows={2}
        dir="auto"
        className="field-sizing-content min-h-16 leading-relaxed"
        aria-keyshortcuts="Control+Enter"
      />
      <div>
        <Button type="submit" isBusy={isBusy} busyLabel={words.sending}>
          {words.send} <kbd className="kbd kbd-sm max-md:hidden pointer-coarse:hidden">Ctrl Enter</kbd>
        </Button>
      </div>
    </form>
  );
}
