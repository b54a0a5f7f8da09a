import { expect, test } from 'vitest';
import { flushPromises, listenTo } from '../../lib/store-testing.ts';
import type { Message } from '../../shared/orders/messages.ts';
import { setUpDesk } from '../desk/desk-testing.ts';
import { createConversations } from './conversation.ts';

const message: Message = {
  ...{ id: 'm1', from: 'shop', author: 'rita', kind: 'question', text: 'Which?' },
  createdAt: '2026-11-22T10:00:00Z',
};

/** The conversation about an order. @returns also how often the order was fetched */
async function open() {
  const { desk } = setUpDesk({
    messages: async () => [message],
    sendMessage: async () => undefined as never,
    closeMessage: async () => undefined as never,
  });
  let fetched = 0;
  await listenTo(desk.fetching.store('orders/o1', async () => (fetched += 1)).$state);
  return { conversation: createConversations(desk), fetches: () => fetched };
}

test('fetches the order again after a message is sent', async () => {
  const { conversation, fetches } = await open();
  await conversation.send('o1', { text: 'Which?', isQuestion: true, isEmail: false });
  await flushPromises();
  expect(fetches()).toBe(2);
});

test('fetches the order again after a message is closed', async () => {
  const { conversation, fetches } = await open();
  await conversation.close('o1', message);
  await flushPromises();
  expect(fetches()).toBe(2);
});
