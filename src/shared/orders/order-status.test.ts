import { expect, test } from 'vitest';
import { awaitsReading, type OrderActor, type OrderStatus, transitionsFrom } from './order-status.ts';

test.each<[OrderStatus, OrderActor, string[]]>([
  ['pending', 'admin', ['submit']],
  ['pending', 'reader', ['submit']],
  ['reading_uploaded', 'admin', ['edit', 'approve', 'reject']],
  ['reading_uploaded', 'reader', []],
  ['approved', 'admin', ['undoApproval']],
  ['approved', 'reader', []],
  ['rejected', 'admin', ['resubmit', 'revise']],
  ['rejected', 'reader', ['resubmit']],
])('in status %s, allows the %s exactly %j', (status, actor, expected) => {
  expect(transitionsFrom(status, actor).sort()).toEqual([...expected].sort());
});

test.each([
  ['pending', 'paid', null, true],
  ['rejected', 'partially_refunded', null, true],
  ['reading_uploaded', 'paid', 'early_fraud_warning', true],
  ['approved', 'paid', null, false],
  ['pending', 'unpaid', null, false],
  ['pending', 'review', null, false],
  ['pending', 'refunded', null, false],
  ['pending', 'paid', 'refund', false],
  ['reading_uploaded', 'disputed', null, false],
] as const)('awaits a reading for %s, %s, held for %s: %s', (status, paymentStatus, hold, expected) => {
  expect(awaitsReading({ status, paymentStatus, hold })).toBe(expected);
});
