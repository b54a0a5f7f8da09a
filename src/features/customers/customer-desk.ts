import { createDeskBase, type DeskDependencies } from '../desk/desk-base.ts';
import { createNoteForm } from './order-questions.ts';

export type CustomerDesk = ReturnType<typeof createCustomerDesk>;

export function createCustomerDesk(dependencies: DeskDependencies, orderId: string) {
  const desk = createDeskBase(dependencies);
  // It changes with any order: the customer may have placed another one.
  const customer = desk.fetching.store(`customer/${orderId}`, () => desk.api.customer(orderId), 'orders');
  desk.work.onSignedIn(() => void customer.refresh());
  const add = (text: string) => desk.api.addNote(orderId, text);
  const note = createNoteForm(desk, `customer/${orderId}`, add, customer.refresh);
  return { ...desk, customer, note };
}
