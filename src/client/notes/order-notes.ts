import type { OrderNote } from '../../shared/notes/notes.ts';
import { api, call } from '../api.ts';
import type { Drafts } from '../desk/draft.ts';
import type { Work } from '../desk/work.ts';
import type { Fetched, Fetching } from '../fetched.ts';
import { createNoteForm, type NoteForm } from './note-form.ts';

/** The calls about the notes on orders. Each may throw an ApiError. */
export interface OrderNoteCalls {
  list(orderId: string): Promise<OrderNote[]>;
  add(orderId: string, text: string): Promise<unknown>;
}

export const orderNoteCalls: OrderNoteCalls = {
  list: (id) => call(api.orders[':id'].notes.$get({ param: { id } })),
  add: (id, text) => call(api.orders[':id'].notes.$post({ param: { id }, json: { text } })),
};

/** What reader and admins say to each other about one order. */
export interface OrderNotes {
  /** The oldest first. */
  readonly list: Fetched<OrderNote[]>;
  readonly form: NoteForm;
}

/** Keeps nothing itself: made anew for the same order, it is the same thread and the same draft. */
export function createOrderNotes(
  desk: { work: Work; drafts: Drafts; fetching: Fetching },
  orderId: string,
  calls = orderNoteCalls,
): OrderNotes {
  const { work, fetching } = desk;
  const list = fetching.store(`orders/${orderId}/notes`, () => work.watch(calls.list(orderId)));
  const add = (text: string) => calls.add(orderId, text);
  const form = createNoteForm(desk, `order/${orderId}`, add, list.refresh);
  return { list, form };
}
