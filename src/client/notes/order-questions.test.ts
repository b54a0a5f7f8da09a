import { expect, test } from 'vitest';
import type { CustomerQuestion } from '../../shared/orders/questions.ts';
import { createDrafts } from '../desk/draft.ts';
import { createWork } from '../desk/work.ts';
import { anApiError, fakeStorage, fakeToasts, ownFetching, settle } from '../store-testing.ts';
import { createOrderQuestions, type QuestionCalls } from './order-questions.ts';

const words = 'Which of the two jobs do you mean?';

/** A server that keeps the questions about one order, unless a test says otherwise. */
async function open(calls: Partial<QuestionCalls> = {}) {
  const kept: CustomerQuestion[] = [];
  const { toast, shown } = fakeToasts();
  const server: QuestionCalls = {
    list: async () => kept.map((question) => ({ ...question })),
    async ask(_orderId, question) {
      const askedAt = '2026-11-22T10:00:00Z';
      const open = { answer: null, closedAt: null, remindedAt: null, canBeClosed: true };
      kept.push({ id: String(kept.length), question, askedBy: 'rita', askedAt, ...open });
    },
    async close(id) {
      for (const question of kept) if (question.id === id) question.closedAt = '2026-11-22T11:00:00Z';
    },
    ...calls,
  };
  const desk = {
    work: createWork({ toast }),
    drafts: createDrafts({ storage: fakeStorage(), username: 'rita', now: Date.now }),
    fetching: ownFetching(),
  };
  const questions = createOrderQuestions(desk, 'o1', server);
  questions.list.$state.listen(() => {});
  const order = desk.fetching.store('orders/o1', async () => fetched.push('order'));
  const fetched: string[] = [];
  order.$state.listen(() => {});
  await settle();
  fetched.length = 0;
  const list = () => questions.list.$state.get().data?.map(({ question, closedAt }) => [question, closedAt]);
  return { desk, questions, list, fetched, shown };
}

test('what was asked stands there, the field is empty, and the order is fetched anew', async () => {
  const { questions, list, fetched } = await open();
  questions.form.write(words);
  expect(await questions.form.send()).toBe(true);
  await settle();
  expect(list()).toEqual([[words, null]]);
  expect(questions.form.draft.$fields.get()).toBeNull();
  expect(fetched).toEqual(['order']);
});

test('what was closed is closed, and the order is fetched anew', async () => {
  const { questions, list, fetched } = await open();
  questions.form.write(words);
  await questions.form.send();
  const [asked] = questions.list.$state.get().data ?? [];
  fetched.length = 0;
  expect(asked && (await questions.close(asked))).toBe(true);
  await settle();
  expect(list()).toEqual([[words, '2026-11-22T11:00:00Z']]);
  expect(fetched).toEqual(['order']);
});

test('what could not be asked stays as it was typed, and is told', async () => {
  const why = 'The customer has a question to answer already.';
  const { questions, shown } = await open({
    ask: () => Promise.reject(anApiError(409, 'question_conflict', why)),
  });
  questions.form.write(words);
  expect(await questions.form.send()).toBe(false);
  expect(questions.form.draft.$fields.get()?.text).toBe(words);
  expect(shown).toMatchObject([{ title: 'Not Asked', description: why }]);
});
