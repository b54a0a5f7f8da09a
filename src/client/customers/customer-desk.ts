import type { Customer } from '../../shared/notes/customer.ts';
import { api, call } from '../api.ts';
import type { BusinessDays } from '../desk/business-days.ts';
import { createDeskBase, type DeskBase, type DeskDependencies } from '../desk/desk-base.ts';
import type { Drafts } from '../desk/draft.ts';
import type { Work } from '../desk/work.ts';
import type { Fetched, Fetching } from '../fetched.ts';
import { createNoteForm, type NoteForm } from '../notes/note-form.ts';

/** The calls about a customer. Each may throw an ApiError. */
export interface CustomerCalls {
  read(orderId: string): Promise<Customer>;
  addNote(orderId: string, text: string): Promise<unknown>;
}

export const customerCalls: CustomerCalls = {
  read: (id) => call(api.orders[':id'].customer.$get({ param: { id } })),
  addNote: (id, text) => call(api.orders[':id'].customer.notes.$post({ param: { id }, json: { text } })),
};

/** The stores of a customer's page. */
export interface CustomerDesk extends Pick<DeskBase, '$isAccountOpen'> {
  readonly work: Work;
  readonly drafts: Drafts;
  readonly days: BusinessDays;
  readonly fetching: Fetching;
  readonly customer: Fetched<Customer>;
  readonly note: NoteForm;
}

/** @param orderId one of their orders */
export function createCustomerDesk(
  dependencies: DeskDependencies,
  orderId: string,
  calls = customerCalls,
): CustomerDesk {
  const { work, drafts, days, fetching, $isAccountOpen } = createDeskBase(dependencies);
  // About all orders: another one of theirs may have come.
  const customer = fetching.store(`customer/${orderId}`, () => work.watch(calls.read(orderId)), 'orders');
  work.onSignedIn(() => void customer.refresh());
  const add = (text: string) => calls.addNote(orderId, text);
  const note = createNoteForm({ work, drafts }, `customer/${orderId}`, add, customer.refresh);
  return { work, drafts, days, fetching, $isAccountOpen, customer, note };
}
