import { expect, test } from 'vitest';
import { flushPromises, listenTo } from '../../lib/store-testing.ts';
import type { Message } from '../../shared/orders/messages.ts';
import { setUpDesk } from '../desk/desk-testing.ts';
import { createConversations } from './conversation.ts';

const text = 'Which of the two jobs do you mean?';
const createdAt = '2026-11-22T10:00:00Z';

/** A server that keeps the messages about one order. */
async function open({ isDown = false } = {}) {
  const kept: Message[] = [];
  const lastSeen: unknown[] = [];
  const { desk } = setUpDesk({
    messages: async () => kept.map((message) => ({ ...message })),
    async sendMessage(
      _orderId,
      {
        text,
        kind = 'message',
        from = 'shop',
        seen,
      }: { text: string; kind?: Message['kind']; from?: Message['from']; seen?: string },
    ) {
      if (isDown) throw new Error('Down.');
      lastSeen.push(seen);
      kept.push({ id: String(kept.length), from, author: 'rita', kind, text, createdAt });
    },
    async closeMessage(id) {
      for (const message of kept) if (message.id === id) message.closedAt = createdAt;
    },
  });
  const conversation = createConversations(desk);
  conversation.listOf('o1').$state.listen(() => {});
  const fetched: string[] = [];
  await listenTo(desk.fetching.store('orders/o1', async () => fetched.push('order')).$state);
  fetched.length = 0;
  const list = () =>
    conversation
      .listOf('o1')
      .$state.get()
      .data?.map(({ from, kind }) => [from, kind]);
  return { conversation, list, fetched, lastSeen };
}

test('refetches the order after a message is sent or closed', async () => {
  const { conversation, list, fetched } = await open();
  conversation.draftOf('o1').write({ text, isQuestion: true, isEmail: false });
  expect(await conversation.send('o1', { text, isQuestion: true, isEmail: false })).toBe(true);
  await flushPromises();
  expect([list(), fetched]).toEqual([[['shop', 'question']], ['order']]);
  expect(conversation.draftOf('o1').$fields.get()).toBeNull();
  const [asked] = conversation.listOf('o1').$state.get().data ?? [];
  expect(asked && (await conversation.close('o1', asked))).toBe(true);
  await flushPromises();
  expect(conversation.listOf('o1').$state.get().data).toMatchObject([{ closedAt: createdAt }]);
  expect(fetched).toEqual(['order', 'order']);
});

test.each([
  [{ isQuestion: false, isEmail: false }, ['shop', 'message']],
  [{ isQuestion: true, isEmail: true }, ['customer', 'message']],
])('with the choice %j sends a message as %j', async (choice, sent) => {
  const { conversation, list } = await open();
  await conversation.send('o1', { text, ...choice });
  await flushPromises();
  expect(list()).toEqual([sent]);
});

test('names the last message shown when replying', async () => {
  const { conversation, lastSeen } = await open();
  for (let i = 0; i < 2; i++) {
    await conversation.send('o1', { text, isQuestion: false, isEmail: false });
    await flushPromises();
  }
  expect(lastSeen).toEqual([undefined, '0']);
});

test('keeps the draft of a message that could not be sent', async () => {
  const { conversation } = await open({ isDown: true });
  const fields = { text, isQuestion: false, isEmail: false };
  conversation.draftOf('o1').write(fields);
  expect(await conversation.send('o1', fields)).toBe(false);
  expect(conversation.draftOf('o1').$fields.get()).toEqual(fields);
});
