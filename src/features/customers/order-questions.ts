import type { CustomerQuestion } from '../../shared/orders/questions.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import { createNoteForm } from './customer-desk.ts';

/** Creates the list and form of an order's questions. Called again, it has the same list and draft. */
export function createOrderQuestions(desk: DeskBase, orderId: string) {
  const { api, work, fetching } = desk;
  // Its due date is in lists and on its page, too.
  const show = () => fetching.changed(`orders/${orderId}`);
  const ask = (question: string) => api.askCustomer(orderId, question);
  const failure = { title: 'Not Asked', message: 'Failed to ask the customer' };
  return {
    list: fetching.store(`orders/${orderId}/questions`, () => api.questions(orderId)),
    form: createNoteForm(desk, `question/${orderId}`, ask, show, failure),
    close: ({ id }: CustomerQuestion) =>
      work.perform({
        subject: `question:${id}`,
        name: 'close',
        run: () => api.closeQuestion(id),
        refresh: show,
        failure: { title: 'Not Closed', message: 'Failed to close the question' },
      }),
  };
}
