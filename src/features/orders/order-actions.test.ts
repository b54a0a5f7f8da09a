import { expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/answers.ts';
import { anApiError, flushPromises, listenTo } from '../../lib/store-testing.ts';
import { anOrder } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { createOrderActions, readTypedRefund } from './order-actions.ts';
import { createOrderDetail } from './order-detail.ts';
import { openOrderList, orderPage } from './orders-testing.ts';

const order = anOrder();

async function setUp(calls: Partial<StaffApi>) {
  const list = openOrderList({ listOrders: async () => orderPage([order]), ...calls });
  await flushPromises();
  const detail = createOrderDetail(list.desk, list.orders);
  return { ...list, detail, actions: createOrderActions(list.desk, detail) };
}

test('keeps an order in the list when it could not be deleted', async () => {
  const deleteOrder = () => Promise.reject(new Error('offline'));
  const { orders, actions, toasts } = await setUp({ deleteOrder });
  expect(await actions.remove(order)).toBe(false);
  expect(toasts.shown).toMatchObject([{ title: 'Delete Failed', description: 'Failed to delete order' }]);
  expect(orders.$state.get().orders).toHaveLength(1);
});

test('shows the server’s answer before everything is fetched again', async () => {
  const given = anOrder({ assignedReader: { id: 'r2', username: 'reader2' } });
  const answers = [Promise.resolve(order), new Promise<never>(() => {})];
  const { actions, detail } = await setUp({
    order: () => answers.shift() ?? Promise.reject(new Error('asked too often')),
    assignOrder: async () => given,
  });
  detail.open('o1');
  await flushPromises();
  expect(await actions.assign(order, 'r2')).toBe(true);
  expect(detail.$open.get()?.order).toEqual(given);
});

const done = async () => ({}) as never;

test.each<[string, (actions: Awaited<ReturnType<typeof setUp>>['actions']) => Promise<boolean>]>([
  [
    'publishing feedback',
    ({ publish }) => publish(order, { isPublished: true, givenAt: '2037-06-01T14:00Z' }),
  ],
  ['lifting a withdrawal', ({ liftWithdrawal }) => liftWithdrawal(order)],
  ['settling a withdrawal', ({ settleWithdrawal }) => settleWithdrawal(order, 40)],
])('refreshes feedback and withdrawals before %s ends', async (_what, act) => {
  const aftercare = vi.fn(async () => ({ feedback: null, withdrawals: [], consent: null }));
  const calls = { publishFeedback: done, liftWithdrawal: done, settleWithdrawal: done };
  const { actions } = await setUp({ aftercare, ...calls });
  await listenTo(actions.aftercareOf('o1').$state);
  expect(await act(actions)).toBe(true);
  expect(aftercare).toHaveBeenCalledTimes(2);
});

test('settles a withdrawal for the sum that the admin saw', async () => {
  const settleWithdrawal = vi.fn(done);
  const { actions } = await setUp({ settleWithdrawal });
  await actions.settleWithdrawal(order, 40);
  expect(settleWithdrawal).toHaveBeenCalledWith('o1', { refundedBefore: 40 });
});

test('deletes an order once, after its other running action ends', async () => {
  const lifted = Promise.withResolvers<never>();
  const deleteOrder = vi.fn(async () => ({}) as never);
  const { actions, desk } = await setUp({ liftWithdrawal: () => lifted.promise, deleteOrder });
  desk.fetching.follow('feedback', () => new Promise(() => {}));
  const lifting = actions.liftWithdrawal(order);
  const removals = [actions.remove(order), actions.remove(order)];
  await flushPromises();
  expect(deleteOrder).not.toHaveBeenCalled();
  lifted.resolve({} as never);
  expect(await lifting).toBe(true);
  expect(await Promise.all(removals)).toEqual([true, false]);
  expect(deleteOrder).toHaveBeenCalledTimes(1);
});

test.each([
  ['with no clipboard', undefined],
  ['when the browser refuses', () => Promise.reject(new Error('no'))],
])('shows the order number instead of copying it %s', async (_where, copy) => {
  const { actions, toasts } = await setUp({});
  await actions.copyNumber(order, copy);
  expect(toasts.shown).toMatchObject([
    { title: 'Copy Failed', description: expect.stringContaining('CT-7K3M9Q'), variant: 'destructive' },
  ]);
});

const onItsWay = 'CT-7K3M9Q: $20.50 on its way to the card; it can still fail. In Stripe: re_1.';
test.each([
  ['succeeded', 'Refund Made', 'CT-7K3M9Q: $20.50 refunded to the card. In Stripe: re_1.'],
  ['pending', 'Refund On Its Way', onItsWay],
  ['requires_action', 'Refund On Its Way', onItsWay],
  [
    'failed',
    'Refund Failed',
    'CT-7K3M9Q: $20.50 was not refunded; the money stays with you. In Stripe: re_1.',
  ],
])('reports a refund that Stripe calls %s as “%s”', async (refundStatus, title, description) => {
  const refundOrder = vi.fn(async () => ({ order, amount: 20.5, refundId: 're_1', refundStatus }));
  const { actions, toasts, changed } = await setUp({ refundOrder });
  expect(await actions.refund(order, 20.5, 10)).toBe('made');
  expect(refundOrder).toHaveBeenCalledWith('o1', { amount: 20.5, refundedBefore: 10 });
  expect(toasts.shown).toMatchObject([{ title, description }]);
  expect(changed).toHaveBeenCalledWith('orders/o1');
});

test.each([
  ['Stripe has not answered the server', 502, 'payment_provider_failed', { outcome: 'unknown' }],
  ['the server has not answered in time', 0, 'timeout', {}],
  ['the server could not be reached', 0, 'unreachable', {}],
  ['the server has failed', 500, 'internal_error', {}],
  ['nothing can be stored', 503, 'unavailable', {}],
] as const)('reports an unconfirmed refund and checks again when %s', async (...when) => {
  const [, status, code, more] = when;
  const words = 'Stripe did not answer.';
  const error = new ApiError(status, JSON.stringify({ error: { code, message: words, ...more } }), '');
  const orderPayment = vi.fn(async () => null);
  const { actions, toasts } = await setUp({ refundOrder: () => Promise.reject(error), orderPayment });
  await listenTo(actions.paymentOf('o1').$state);
  expect(await actions.refund(order, 5, 0)).toBe('unknown');
  expect(toasts.shown).toMatchObject([{ title: 'Refund Not Confirmed Yet' }]);
  expect(toasts.shown[0]?.description).toContain('outcome' in more ? words : '$5.00');
  await flushPromises();
  expect(orderPayment).toHaveBeenCalledTimes(2);
});

test.each([
  ['Stripe has refused it', 502, 'payment_provider_failed'],
  ['the amount makes no sense', 400, 'invalid_request'],
])('reports a failed refund when %s', async (_what, status, code) => {
  const refundOrder = () => Promise.reject(anApiError(status, code, 'Nothing was refunded.'));
  const { actions, toasts } = await setUp({ refundOrder, orderPayment: async () => null });
  expect(await actions.refund(order, 5, 0)).toBe('failed');
  expect(toasts.shown).toMatchObject([{ title: 'Refund Failed', description: 'Nothing was refunded.' }]);
});

test.each([
  ['60', 6000, null],
  [' 10.5 ', 1050, null],
  ['10,50', 1050, null],
  ['0.01', 1, null],
  ['60.01', null, /^At most \$60\.00 can be refunded\.$/],
  ['0', null, /more than 0/],
  ['', null, /more than 0/],
  ['-5', null, /more than 0/],
  ['1.234', null, /two decimals/],
  ['1,050', null, /Write 1050, or use/],
])('reads %j as %j cents with $60 left: %j', (typed, amountMinor, problem) => {
  expect(readTypedRefund(typed, 60, 'usd')).toEqual({
    amountMinor,
    problem: problem && expect.stringMatching(problem),
  });
});
