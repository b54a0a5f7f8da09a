import type { Message } from '../../shared/orders/messages.ts';
import type { DeskBase } from '../desk/desk-base.ts';

/** Creates the conversation with an order's customer and its form. Called again, it has the same list and draft. */
export function createConversation({ api, work, drafts, fetching }: DeskBase, orderId: string) {
  // Drafts of questions had this name before there were other messages.
  const subject = `note/question/${orderId}`;
  const draft = drafts.of<{ text: string; isQuestion: boolean; isEmail: boolean }>(subject);
  // Its due date is in lists and on its page, too.
  const show = () => fetching.changed(`orders/${orderId}`);
  const list = fetching.store(`orders/${orderId}/messages`, () => api.messages(orderId));
  return {
    list,
    draft,
    send: ({ text, isQuestion, isEmail }: { text: string; isQuestion: boolean; isEmail: boolean }) =>
      work.perform({
        subject,
        name: 'send',
        run: async () => {
          const seen = list.$state.get().data?.at(-1)?.id;
          await api.sendMessage(orderId, {
            text,
            ...(isEmail ? { from: 'customer' } : isQuestion && { kind: 'question' }),
            ...(seen !== undefined && { seen }),
          });
          draft.clear();
          await show();
        },
        failure: { title: 'Not Sent', message: 'Failed to send the message' },
      }),
    close: ({ id }: Message) =>
      work.perform({
        subject: `message:${id}`,
        name: 'close',
        run: () => api.closeMessage(id),
        refresh: show,
        failure: { title: 'Not Closed', message: 'Failed to close it' },
      }),
  };
}
