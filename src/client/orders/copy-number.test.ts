import { expect, test } from 'vitest';
import { anOrder } from '../desk/desk-testing.ts';
import { fakeToasts } from '../store-testing.ts';
import { copyOrderNumber } from './copy-number.ts';

const order = anOrder({ orderNumber: 'CT-7K3M9Q' });

test.each([
  ['where there is no clipboard', undefined],
  ['when the browser refuses', { writeText: () => Promise.reject(new Error('no')) }],
])('%s the number is shown instead', async (_where, clipboard) => {
  const { toast, shown } = fakeToasts();
  await copyOrderNumber(order, clipboard, toast);
  expect(shown).toMatchObject([
    { title: 'Copy Failed', description: expect.stringContaining('CT-7K3M9Q'), variant: 'destructive' },
  ]);
});
