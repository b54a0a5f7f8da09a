import { expect, test } from 'vitest';
import { createLedger, type Sale } from './ledger.ts';

const noon = Date.UTC(2027, 0, 4, 12);
const minutes = (many: number) => noon + many * 60_000;

function saleOf(placedAt: number, paidAt: number): Sale {
  return {
    customer: { marker: 'Maya-000001', addresses: ['maya@customers.example'] },
    orderId: `order-${placedAt}`,
    orderNumber: 'CT-AAAAA2',
    paymentId: `pi_${placedAt}`,
    cents: 6_000,
    at: paidAt,
    placedAt,
    refundsAsked: [],
    rightAddresses: [],
    unclearUntil: 0,
    isLost: false,
    withdrawnAt: null,
  };
}

test.each([
  ['before the copy, and paid after the loss', minutes(-1), minutes(90), false],
  ['after the copy, and paid before the loss', minutes(10), minutes(20), true],
  ['after the copy, and paid after the loss', minutes(10), minutes(90), true],
  ['after the copy was put back', minutes(70), minutes(90), false],
])('an order that was placed %s', (_, placedAt, paidAt, isLost) => {
  let now = noon;
  const ledger = createLedger({ now: () => now }, () => {});
  const sale = saleOf(placedAt, paidAt);
  if (paidAt < minutes(60)) ledger.sold(sale);
  now = minutes(60);
  ledger.putBack(noon, noon);
  if (paidAt >= minutes(60)) ledger.sold(sale);
  expect(sale.isLost).toBe(isLost);
});

test('a copy that was put back makes unclear what was before, and never less than a dispute does', () => {
  let now = noon;
  const ledger = createLedger({ now: () => now }, () => {});
  const disputed = { ...saleOf(minutes(1), minutes(2)), unclearUntil: Number.POSITIVE_INFINITY };
  const sale = saleOf(minutes(3), minutes(4));
  for (const one of [disputed, sale]) ledger.sold(one);
  now = minutes(60);
  ledger.putBack(minutes(30), noon);
  now = minutes(90);
  expect([disputed.unclearUntil, sale.unclearUntil]).toEqual([Number.POSITIVE_INFINITY, minutes(60)]);
});

test.each([
  ['their customer', 'maya@customers.example', 0],
  ['somebody who works here', 'reader1@staff.example', 0],
  ['another customer', 'ana@customers.example', 1],
])('what names an order of an older version goes to %s', (_, address, breaches) => {
  const ledger = createLedger({ now: () => noon }, () => {});
  ledger.customers.set('CT-AAAAA2', { marker: 'CT-AAAAA2', addresses: ['maya@customers.example'] });
  const [to, words] = [
    { name: '', address },
    { subject: 'Your reading CT-AAAAA2', text: 'Hello.' },
  ];
  ledger.mailTaken({ ...words, to, messageId: '<1@x>', html: '', takenAt: noon }, null);
  expect(ledger.breaches).toHaveLength(breaches);
});
