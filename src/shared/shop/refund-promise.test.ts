import { expect, test } from 'vitest';
import { fullRefundTerms, refundPromise } from './refund-promise.ts';

test.each([
  [`${fullRefundTerms} You don’t need to give a reason.`, 'Full refund until your reading is delivered.'],
  ['## Within a week\nWe refund half. Write to us.', 'Within a week: We refund half.'],
  ['No refunds once you’ve paid! Sorry.', 'No refunds once you’ve paid!'],
  ['- One\n- Two', 'See our refund terms.'],
  [`${'long '.repeat(40)}.`, 'See our refund terms.'],
])('sums up the refund terms %j', (terms, promise) => {
  expect(refundPromise(terms)).toBe(promise);
});
