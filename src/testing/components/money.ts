import { anOrder } from '../../client/desk/desk-testing.ts';
import type { StaffApi } from '../../client/desk/staff-api.ts';
import type { Order } from '../../shared/orders/orders.ts';
import type { OrderPayment } from '../../shared/orders/refunds.ts';
import { answerCalls } from './answered-calls.ts';
import { openAdmin } from './desk.tsx';
import { serverOf } from './open-order.ts';

const at = '2026-11-17T09:00:00.000Z';

export function aPayment(changes: Partial<OrderPayment> = {}): OrderPayment {
  return {
    paymentIntentId: 'pi_1',
    link: 'https://dashboard.stripe.com/payments/pi_1',
    received: 60,
    refunded: 0,
    onItsWay: 0,
    refundable: 60,
    isDisputed: false,
    refunds: [],
    disputes: [],
    warnings: [],
    ...changes,
  };
}

export function aRefund(changes: Partial<OrderPayment['refunds'][number]> = {}) {
  const refund: OrderPayment['refunds'][number] = {
    id: 'r1',
    refundId: 're_1',
    amount: 20,
    status: 'succeeded',
    askedBy: 'admin',
    failure: null,
    createdAt: at,
  };
  return { ...refund, ...changes };
}

export function aDispute(changes: Partial<OrderPayment['disputes'][number]> = {}) {
  const dispute: OrderPayment['disputes'][number] = {
    id: 'du_1',
    status: 'needs_response',
    reason: 'fraudulent',
    amount: 60,
    withdrawn: 60,
    dueAt: '2099-11-25T09:00:00.000Z',
    createdAt: at,
  };
  return { ...dispute, ...changes };
}

export async function openMoney(changes: Partial<Order>, callsOf: (order: Order) => Partial<StaffApi>) {
  answerCalls({});
  const order = anOrder(changes);
  return openAdmin(
    {
      ...serverOf(() => ({ ...order })),
      orderPayment: async () => aPayment(),
      newDay: async () => null,
      ...callsOf(order),
    },
    { search: '?order=o1' },
  );
}
