import type { Message } from '../../shared/orders/messages.ts';
import type { DeskBase } from '../desk/desk-base.ts';

type TypedMessage = { text: string; isQuestion: boolean; isEmail: boolean };

/** Creates the stores, drafts, and tasks of the conversations with customers, one per order. */
export function createConversations({ api, work, drafts, fetching, ofOrders }: DeskBase) {
  const listOf = ofOrders('messages', api.messages);
  // Drafts of questions had this name before other messages existed.
  const subjectOf = (orderId: string) => `note/question/${orderId}`;
  const draftOf = (orderId: string) => drafts.of<TypedMessage>(subjectOf(orderId));
  // The due date is also shown in lists and on the order's page.
  const show = (orderId: string) => fetching.changed(`orders/${orderId}`);
  return {
    listOf,
    draftOf,
    send: (orderId: string, { text, isQuestion, isEmail }: TypedMessage) =>
      work.perform({
        subject: subjectOf(orderId),
        name: 'send',
        run: async () => {
          const seen = listOf(orderId).$state.get().data?.at(-1)?.id;
          await api.sendMessage(orderId, {
            text,
            ...(isEmail ? { from: 'customer' } : isQuestion && { kind: 'question' }),
            ...(seen !== undefined && { seen }),
          });
          draftOf(orderId).clear();
          await show(orderId);
        },
        failure: { title: 'Not Sent', message: 'Failed to send the message' },
      }),
    close: (orderId: string, { id }: Message) =>
      work.perform({
        subject: `message:${id}`,
        name: 'close',
        run: () => api.closeMessage(id),
        refresh: () => show(orderId),
        failure: { title: 'Not Closed', message: 'Failed to close it' },
      }),
  };
}
