import { expect, test } from 'vitest';
import { flushPromises, listenTo } from '../../lib/store-testing.ts';
import type { CustomerQuestion } from '../../shared/orders/questions.ts';
import { setUpDesk } from '../desk/desk-testing.ts';
import { createOrderQuestions } from './order-questions.ts';

const words = 'Which of the two jobs do you mean?';

/** A server that keeps the questions about one order. */
async function open() {
  const kept: CustomerQuestion[] = [];
  const { desk } = setUpDesk({
    questions: async () => kept.map((question) => ({ ...question })),
    async askCustomer(_orderId, question) {
      const askedAt = '2026-11-22T10:00:00Z';
      const open = { answer: null, closedAt: null, remindedAt: null, canBeClosed: true };
      kept.push({ id: String(kept.length), question, askedBy: 'rita', askedAt, ...open });
    },
    async closeQuestion(id) {
      for (const question of kept) if (question.id === id) question.closedAt = '2026-11-22T11:00:00Z';
    },
  });
  const questions = createOrderQuestions(desk, 'o1');
  questions.list.$state.listen(() => {});
  const order = desk.fetching.store('orders/o1', async () => fetched.push('order'));
  const fetched: string[] = [];
  await listenTo(order.$state);
  fetched.length = 0;
  const list = () => questions.list.$state.get().data?.map(({ question, closedAt }) => [question, closedAt]);
  return { questions, list, fetched };
}

test('a question stands there once it was asked, and closed; each time the order is fetched again', async () => {
  const { questions, list, fetched } = await open();
  questions.form.draft.write({ text: words });
  expect(await questions.form.send(words)).toBe(true);
  await flushPromises();
  expect([list(), fetched]).toEqual([[[words, null]], ['order']]);
  expect(questions.form.draft.$fields.get()).toBeNull();
  const [asked] = questions.list.$state.get().data ?? [];
  expect(asked && (await questions.close(asked))).toBe(true);
  await flushPromises();
  expect([list(), fetched]).toEqual([[[words, '2026-11-22T11:00:00Z']], ['order', 'order']]);
});
