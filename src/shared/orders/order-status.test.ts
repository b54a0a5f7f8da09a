import { expect, test } from 'vitest';
import {
  adminStatusLabel,
  awaitsReading,
  isWorkable,
  type OrderActor,
  type OrderStatus,
  orderStatuses,
  type PaymentStatus,
  readerStatusLabel,
  toReaderStatus,
  transitions,
  transitionsFrom,
} from './order-status.ts';

test.each<[OrderStatus, OrderActor, string[]]>([
  ['pending', 'admin', ['submit']],
  ['pending', 'reader', ['submit']],
  ['reading_uploaded', 'admin', ['edit', 'approve', 'reject']],
  ['reading_uploaded', 'reader', []],
  ['approved', 'admin', ['undoApproval']],
  ['approved', 'reader', []],
  ['rejected', 'admin', ['resubmit', 'revise']],
  ['rejected', 'reader', ['resubmit']],
])('starting from %s, allows an %s exactly %j', (status, actor, expected) => {
  expect(transitionsFrom(status, actor).sort()).toEqual([...expected].sort());
});

test('lets only an admin approve, and only from a review', () => {
  const toApproved = Object.values(transitions).filter(({ to }) => to === 'approved');
  expect(toApproved).toEqual([{ from: 'reading_uploaded', to: 'approved', by: ['admin'] }]);
});

test.each<[PaymentStatus, boolean]>([
  ['unpaid', false],
  ['paid', true],
  ['refunded', false],
  ['partially_refunded', true],
  ['disputed', false],
  ['review', false],
])('says whether an order that is %s can be worked on: %s', (status, expected) => {
  expect(isWorkable(status)).toBe(expected);
});

test.each([
  ['pending', 'Pending', 'warning'],
  ['reading_uploaded', 'Under Review', 'info'],
  ['approved', 'Approved', 'success'],
  ['rejected', 'Rejected', 'error'],
  ['on_the_moon', 'on_the_moon', 'neutral'],
])('shows admins %s as %s in the tone %s', (status, label, tone) => {
  expect(adminStatusLabel(status)).toEqual({ label, tone });
});

test.each([
  ['pending', 'Awaiting Reading'],
  ['reading_uploaded', 'Under Review'],
  ['completed', 'Delivered'],
  ['rejected', 'Needs Revision'],
  ['on_the_moon', 'on_the_moon'],
])('shows readers %s as %s', (status, label) => {
  expect(readerStatusLabel(status).label).toBe(label);
});

test('turns approved into completed for readers and keeps other statuses', () => {
  expect(orderStatuses.map(toReaderStatus)).toEqual(['pending', 'reading_uploaded', 'completed', 'rejected']);
});

test.each([
  ['pending', 'paid', null, true],
  ['rejected', 'partially_refunded', null, true],
  ['reading_uploaded', 'paid', 'early_fraud_warning', true],
  ['approved', 'paid', null, false],
  ['pending', 'refunded', null, false],
  ['pending', 'paid', 'refund', false],
  ['reading_uploaded', 'disputed', null, false],
] as const)('awaits a reading for %s, %s, held for %s: %s', (status, paymentStatus, hold, expected) => {
  expect(awaitsReading({ status, paymentStatus, hold })).toBe(expected);
});
