import type { CustomerQuestion } from '../../shared/orders/questions.ts';
import { api, call } from '../api.ts';
import type { Drafts } from '../desk/draft.ts';
import type { Work } from '../desk/work.ts';
import type { Fetched, Fetching } from '../fetched.ts';
import { createNoteForm, type NoteForm } from './note-form.ts';

/** The calls about what customers are asked. Each may throw an ApiError. */
export interface QuestionCalls {
  list(orderId: string): Promise<CustomerQuestion[]>;
  ask(orderId: string, question: string): Promise<unknown>;
  close(questionId: string): Promise<unknown>;
}

const questionCalls: QuestionCalls = {
  list: (id) => call(api.orders[':id'].questions.$get({ param: { id } })),
  ask: (id, question) => call(api.orders[':id'].questions.$post({ param: { id }, json: { question } })),
  close: (id) => call(api.questions[':id'].close.$put({ param: { id } })),
};

/** What the customer is asked about one order. */
export interface OrderQuestions {
  /** The oldest first. */
  readonly list: Fetched<CustomerQuestion[]>;
  readonly form: NoteForm;
  /** Goes on without an answer. */
  close(question: CustomerQuestion): Promise<boolean>;
}

/** Keeps no state itself: called again for the same order, it gives the same list and the same draft. */
export function createOrderQuestions(
  desk: { work: Work; drafts: Drafts; fetching: Fetching },
  orderId: string,
  calls = questionCalls,
): OrderQuestions {
  const { work, fetching } = desk;
  const list = fetching.store(`orders/${orderId}/questions`, () => work.watch(calls.list(orderId)));
  // When the order is due stands in lists and on its page, too.
  const show = () => fetching.changed(`orders/${orderId}`);
  const ask = (question: string) => calls.ask(orderId, question);
  return {
    list,
    form: createNoteForm(desk, `question/${orderId}`, ask, show, {
      title: 'Not Asked',
      message: 'Failed to ask the customer',
    }),
    close: ({ id }) =>
      work.perform({
        subject: closing(id),
        name: 'close',
        run: () => calls.close(id),
        refresh: show,
        failure: { title: 'Not Closed', message: 'Failed to close the question' },
      }),
  };
}

/** @returns what the closing of a question is done to: see `Work` */
export function closing(questionId: string): string {
  return `question:${questionId}`;
}
