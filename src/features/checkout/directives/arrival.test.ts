import { expect, test } from 'vitest';
import type { ConfirmedStatus } from '../../../shared/checkout/payment.ts';
import { pollPayment } from './arrival.ts';

const order = { orderId: 'order-1', orderNumber: 'CT-7K3M9Q' };

test.each([
  ['paid', 'paid'],
  ['review', 'paid'],
  ['unpaid', 'unpaid'],
] as const)('polls a payment until it is %s, even when some answers fail', async (last, outcome) => {
  const answers: (ConfirmedStatus | null)[] = ['processing', null, ...Array(10).fill('processing'), last];
  const pauses: number[] = [];
  const followed = await pollPayment(
    order,
    {
      async confirmPayment() {
        const status = answers.shift();
        if (!status) throw new Error('offline');
        return { status };
      },
    },
    async (milliseconds) => void pauses.push(milliseconds),
  );
  expect([followed, answers]).toEqual([outcome, []]);
  expect(pauses.slice(0, 3)).toEqual([3_000, 4_500, 6_750]);
  expect(pauses.at(-1)).toBe(60_000);
});
