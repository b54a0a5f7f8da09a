import { expect, test } from 'vitest';
import type { OrderAftercare } from '../../shared/aftercare/order-aftercare.ts';
import { createWork } from '../desk/work.ts';
import { anApiError, deferred, fakeToasts, ownFetching, settle } from '../store-testing.ts';
import { type AftercareCalls, createOrderAftercare } from './order-aftercare.ts';

const nothing: OrderAftercare = { feedback: null, problems: [], withdrawals: [], consent: null };

async function open(calls: Partial<AftercareCalls> = {}) {
  const called: unknown[][] = [];
  const { toast, shown } = fakeToasts();
  const note =
    (name: string) =>
    async (...given: unknown[]) =>
      void called.push([name, ...given]);
  const server: AftercareCalls = {
    async read(orderId) {
      called.push(['read', orderId]);
      return nothing;
    },
    closeProblem: note('close'),
    publish: note('publish'),
    lift: note('lift'),
    settle: note('settle'),
    ...calls,
  };
  const desk = { work: createWork({ toast }), fetching: ownFetching() };
  const aftercare = createOrderAftercare(desk, 'o1', server);
  aftercare.known.$state.listen(() => {});
  await settle();
  called.length = 0;
  return { aftercare, called, shown, fetching: desk.fetching };
}

const choice = { isPublished: true, givenAt: '2037-06-01T14:00:00.000Z' };

test('what is done to what a customer said is asked for, and everything about the order is fetched anew', async () => {
  const { aftercare, called } = await open();
  expect(await aftercare.closeProblem('p1')).toBe(true);
  expect(await aftercare.publish(choice)).toBe(true);
  expect(await aftercare.lift()).toBe(true);
  expect(await aftercare.settle(40)).toBe(true);
  expect(called).toEqual([
    ['close', 'p1'],
    ['read', 'o1'],
    ['publish', 'o1', choice],
    ['read', 'o1'],
    ['lift', 'o1'],
    ['read', 'o1'],
    ['settle', 'o1', { refundedBefore: 40 }],
    ['read', 'o1'],
  ]);
});

test('while the lists are fetched anew after one thing, the next can be done', async () => {
  const { aftercare, called, fetching } = await open();
  const { promise: fetchedAnew, resolve } = deferred<void>();
  fetching.follow('orders', () => fetchedAnew);
  const done = [
    aftercare.closeProblem('p1'),
    aftercare.closeProblem('p2'),
    aftercare.publish(choice),
    aftercare.lift(),
  ];
  await settle();
  resolve();
  expect(await Promise.all(done)).toEqual([true, true, true, true]);
  expect(called.map(([name]) => name)).toEqual(
    expect.arrayContaining(['close', 'close', 'publish', 'lift', 'read']),
  );
});

test('what somebody else was faster with is told, and shown', async () => {
  const { aftercare, called, shown } = await open({
    publish: async () => {
      throw anApiError(409, 'feedback_conflict', 'The customer has taken it back.');
    },
  });
  expect(await aftercare.publish(choice)).toBe(false);
  await settle();
  expect(shown).toMatchObject([{ title: 'Not Saved', description: 'The customer has taken it back.' }]);
  expect(called).toEqual([['read', 'o1']]);
});
