import { api, call } from '../../lib/api.ts';
import { createDeskBase, type DeskDependencies } from '../desk/desk-base.ts';
import { createNoteForm } from './order-questions.ts';

export const customerCalls = {
  read: (id: string) => call(api.orders[':id'].customer.$get({ param: { id } })),
  addNote: (id: string, text: string) =>
    call(api.orders[':id'].customer.notes.$post({ param: { id }, json: { text } })),
};
export type CustomerCalls = typeof customerCalls;
export type CustomerDesk = ReturnType<typeof createCustomerDesk>;

export function createCustomerDesk(dependencies: DeskDependencies, orderId: string, calls = customerCalls) {
  const desk = createDeskBase(dependencies);
  // It changes with any order: the customer may have placed another one.
  const customer = desk.fetching.store(`customer/${orderId}`, () => calls.read(orderId), 'orders');
  desk.work.onSignedIn(() => void customer.refresh());
  const add = (text: string) => calls.addNote(orderId, text);
  const note = createNoteForm(desk, `customer/${orderId}`, add, customer.refresh);
  return { ...desk, customer, note };
}
