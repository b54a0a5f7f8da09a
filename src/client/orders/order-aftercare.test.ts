import { expect, test } from 'vitest';
import type { OrderAftercare } from '../../shared/aftercare/order-aftercare.ts';
import { aDeskBase } from '../desk/desk-testing.ts';
import { deferred, lookAt, settle } from '../store-testing.ts';
import { type AftercareCalls, createOrderAftercare } from './order-aftercare.ts';

const nothing: OrderAftercare = { feedback: null, problems: [], withdrawals: [], consent: null };

async function open() {
  const called: unknown[][] = [];
  const note =
    (name: string) =>
    async (...given: unknown[]) => {
      called.push([name, ...given]);
      return {} as never;
    };
  const server: AftercareCalls = {
    async read(orderId) {
      called.push(['read', orderId]);
      return nothing;
    },
    closeProblem: note('close'),
    publish: note('publish'),
    lift: note('lift'),
    settle: note('settle'),
  };
  const { desk } = aDeskBase({});
  const aftercare = createOrderAftercare(desk, 'o1', server);
  await lookAt(aftercare.known.$state);
  called.length = 0;
  return { aftercare, called, fetching: desk.fetching };
}

const choice = { isPublished: true, givenAt: '2037-06-01T14:00:00.000Z' };

test('what is done to what a customer said is asked for, and everything about the order is fetched again', async () => {
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

test('while the lists are fetched again after one thing, the next can be done', async () => {
  const { aftercare, called, fetching } = await open();
  const { promise: fetchedAgain, resolve } = deferred<void>();
  fetching.follow('orders', () => fetchedAgain);
  const { closeProblem, publish, lift } = aftercare;
  const done = [closeProblem('p1'), closeProblem('p2'), publish(choice), lift()];
  await settle();
  resolve();
  expect(await Promise.all(done)).toEqual([true, true, true, true]);
  const names = called.map(([name]) => name).filter((name) => name !== 'read');
  expect(names).toEqual(['close', 'close', 'publish', 'lift']);
});
