import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import {
  closing,
  createOrderQuestions,
  type OrderQuestions as Questions,
} from '../../client/notes/order-questions.ts';
import type { CustomerQuestion } from '../../shared/orders/questions.ts';
import { useBusinessDays, useRunning } from '../desk/desk-hooks.ts';
import { Button } from '../ui/Button.tsx';
import { WhenFetched } from '../ui/errors/WhenFetched.tsx';
import { Disclosure, Skeleton, TypedText } from '../ui/pieces.tsx';
import { NoteEditor } from './NoteEditor.tsx';

type Desk = Parameters<typeof createOrderQuestions>[0];

/** The questions to the customer and their answers. @param props.canAsk whether the order waits for its reading */
export function OrderQuestions({ desk, orderId, canAsk }: { desk: Desk; orderId: string; canAsk: boolean }) {
  const questions = useMemo(() => createOrderQuestions(desk, orderId), [desk, orderId]);
  const { data, error } = useStore(questions.list.$state);
  if (!canAsk && !error && !data?.length) return null;
  return (
    <section aria-label="Questions to the customer" className="grid gap-3">
      <WhenFetched
        fetched={questions.list}
        fallback="The questions could not be loaded."
        loading={<Skeleton label="Loading questions" className="h-6" />}
      >
        {(asked) => (
          <>
            {asked.length > 0 && <h3 className="text-lg">Questions to the customer</h3>}
            {asked.length > 0 && (
              <div role="log" aria-label="What the customer was asked">
                <ol className="grid gap-4">
                  {asked.map((question) => (
                    <Asked key={question.id} desk={desk} questions={questions} question={question} />
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

function Asked(props: { desk: Desk; questions: Questions; question: CustomerQuestion }) {
  const { desk, questions, question } = props;
  const { happened } = useBusinessDays();
  const { askedBy, askedAt, answer, closedAt, remindedAt } = question;
  const isBusy = useRunning(desk.work, closing(question.id)) !== undefined;
  return (
    <li className="grid min-w-0 gap-2">
      <div className="border-l-2 border-base-300 pl-3">
        <p className="flex flex-wrap gap-x-2 text-sm">
          <span className="min-w-0 font-semibold wrap-anywhere">{askedBy} asked</span>
          <time dateTime={askedAt} className="text-quiet">
            {happened(askedAt)}
          </time>
        </p>
        <TypedText className="max-w-prose" text={question.question} />
      </div>
      {answer !== null && closedAt !== null && (
        <div className="border-l-2 border-primary pl-3">
          <p className="flex flex-wrap gap-x-2 text-sm">
            <span className="font-semibold">The customer answered</span>
            <time dateTime={closedAt} className="text-quiet">
              {happened(closedAt)}
            </time>
          </p>
          <TypedText className="max-w-prose" text={answer} />
        </div>
      )}
      {answer === null && closedAt !== null && (
        <p className="pl-3.5 text-sm text-quiet">Closed without an answer {happened(closedAt)}</p>
      )}
      {closedAt === null && (
        <div className="grid gap-2 pl-3.5">
          <p className="text-sm">
            Waiting for the customer since {happened(askedAt)}; the due date waits for the answer.
            {remindedAt && <span> Reminded {happened(remindedAt)}.</span>}
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
