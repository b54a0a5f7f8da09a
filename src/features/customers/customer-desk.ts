import { createDeskBase, type DeskDependencies } from '../desk/desk-base.ts';

export type CustomerDesk = ReturnType<typeof createCustomerDesk>;

export function createCustomerDesk(dependencies: DeskDependencies, orderId: string) {
  const desk = createDeskBase(dependencies);
  // Any order may change it: the customer may have placed another one.
  const customer = desk.fetching.store(`customer/${orderId}`, () => desk.api.customer(orderId), 'orders');
  desk.work.onSignedIn(() => void customer.refresh());
  const subject = `note/customer/${orderId}`;
  const draft = desk.drafts.of<{ text: string }>(subject);
  const send = (text: string) =>
    desk.work.perform({
      subject,
      name: 'send',
      run: async () => {
        await desk.api.addNote(orderId, text);
        draft.clear();
        await customer.refresh();
      },
      failure: { title: 'Not Added', message: 'Failed to add the note' },
    });
  return { ...desk, customer, note: { draft, send } };
}
