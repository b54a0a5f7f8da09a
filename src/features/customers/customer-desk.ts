import { createDeskBase, type DeskBase, type DeskDependencies } from '../desk/desk-base.ts';

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

export type NoteForm = ReturnType<typeof createNoteForm>;

/** Creates the draft of a note, which outlives the page, and `send`. @param show resolves once the note is shown */
export function createNoteForm(
  { work, drafts }: Pick<DeskBase, 'work' | 'drafts'>,
  about: string,
  add: (text: string) => Promise<unknown>,
  show: () => Promise<void>,
  failure = { title: 'Not Added', message: 'Failed to add the note' },
) {
  const subject = `note/${about}`;
  const draft = drafts.of<{ text: string }>(subject);
  return {
    draft,
    send: (text: string) =>
      work.perform({
        subject,
        name: 'send',
        run: async () => {
          await add(text);
          draft.clear();
          await show();
        },
        failure,
      }),
  };
}
