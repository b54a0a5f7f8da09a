import { expect, test } from 'vitest';
import type { PaymentGateway } from '../../server/context/payment-gateway.ts';
import { collect, type Steps } from './contract-steps.ts';
import { missingPermission } from './payment-driver.ts';

/** The provider does not do what it is asked to. */
export function testFailures({ open, payWith, find, newKey, failureOf, broken }: Steps): void {
  const everyCall = (gateway: PaymentGateway, id: string): [string, () => Promise<unknown>][] => [
    ['openPayment', () => gateway.openPayment({ amountCents: 6000, idempotencyKey: newKey() })],
    ['findPayment', () => gateway.findPayment(id)],
    ['findPaymentId', () => gateway.findPaymentId('ch_1')],
    [
      'attachOrder',
      () => gateway.attachOrder(id, { id: '1', orderNumber: 'CT-1', customerEmail: 'a@b.example' }),
    ],
    ['changeAmount', () => gateway.changeAmount(id, 7000)],
    ['cancelPayment', () => gateway.cancelPayment(id)],
    ['refundPayment', () => refundOf(gateway, id)],
    ['listPayments', () => collect(gateway.listPayments(0))],
    ['listEvents', () => collect(gateway.listEvents(0))],
  ];
  const refundOf = (gateway: PaymentGateway, id: string) =>
    gateway.refundPayment({ id, amountCents: 1000, ourId: 'wish', idempotencyKey: newKey() });

  test('where nobody answers, every call says so, and nothing is certain', async (context) => {
    const { id } = await open();
    const gateway = await broken(context, 'unreachable');
    const failures = await Promise.all(
      everyCall(gateway, id).map(async ([name, call]) => [name, await failureOf(call())] as const),
    );
    for (const [name, failure] of failures) {
      expect([name, failure]).toMatchObject([name, { reason: 'unreachable', isAnswered: false }]);
    }
  });

  test('a wrong key is told, by every call, without the key', async (context) => {
    const { id } = await open();
    const gateway = await broken(context, 'key');
    for (const [name, call] of everyCall(gateway, id)) {
      expect([name, await failureOf(call())]).toMatchObject([name, { reason: 'key', isAnswered: true }]);
    }
  });

  test('a key that lacks a permission is told with what it lacks, and nothing was done', async (context) => {
    const { id } = await payWith(context, 'good');
    const gateway = await broken(context, 'permission');
    expect(await failureOf(refundOf(gateway, id))).toMatchObject({
      reason: 'permission',
      missingPermission: expect.stringContaining(missingPermission),
      isAnswered: true,
    });
    expect(await find(id)).toMatchObject({ refundedCents: 0, refunds: [] });
  });
}
