import { anOrder } from '../../../src/features/desk/desk-testing.ts';
import type { StaffApi } from '../../../src/features/desk/staff-api.ts';
import type { Order } from '../../../src/shared/orders/order-schema.ts';
import type { OrderPayment } from '../../../src/shared/orders/refund-schema.ts';
import { openOrder } from './open-order.ts';

const at = '2026-11-17T09:00:00.000Z';
type Refund = OrderPayment['refunds'][number];
type Dispute = OrderPayment['disputes'][number];

export function aPayment(changes: Partial<OrderPayment> = {}): OrderPayment {
  return {
    paymentIntentId: 'pi_1',
    currency: 'usd',
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

export function aRefund(changes: Partial<Refund> = {}): Refund {
  return {
    id: 'r1',
    refundId: 're_1',
    amount: 20,
    status: 'succeeded',
    askedBy: 'admin',
    failure: null,
    createdAt: at,
    ...changes,
  };
}

export function aDispute(changes: Partial<Dispute> = {}): Dispute {
  return {
    id: 'du_1',
    status: 'needs_response',
    reason: 'fraudulent',
    currency: 'usd',
    amount: 60,
    withdrawn: 60,
    dueAt: '2099-11-25T09:00:00.000Z',
    createdAt: at,
    ...changes,
  };
}

export function openMoney(changes: Partial<Order>, callsOf: (order: Order) => Partial<StaffApi>) {
  const order = anOrder(changes);
  const calls = { orderPayment: async () => aPayment(), newDay: async () => null, ...callsOf(order) };
  return openOrder(calls, () => ({ ...order }));
}
