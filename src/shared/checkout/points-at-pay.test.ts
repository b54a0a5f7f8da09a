import { expect, test } from 'vitest';
import { defaultTexts } from '../../server/business/default-texts.ts';
import { usualRetention } from '../privacy/retention.ts';
import { pointsAtPay } from './points-at-pay.ts';

const site = {
  terms: '## Price and payment\nOnce, by card.',
  privacy: '## Who sees it\nYour reader.',
  refunds: '## Before your reading is delivered\nAll of it.',
};

test('each point leads to the passage that it is short for', () => {
  expect(pointsAtPay(site, { priceCents: 6_000 })).toEqual({
    card: '/terms#price-and-payment',
    question: '/privacy#who-sees-it',
    'money back': '/refunds#before-your-reading-is-delivered',
  });
});

test('nothing is promised of a passage that the owner has rewritten under another heading', () => {
  const points = pointsAtPay({ ...site, refunds: '## Refunds\nNone.' }, { priceCents: 6_000 });
  expect(Object.keys(points)).toEqual(['card', 'question']);
});

test('who pays nothing is told nothing of money', () => {
  expect(Object.keys(pointsAtPay(site, { priceCents: 0 }))).toEqual(['question']);
});

test('the texts that a shop begins with have every passage', () => {
  expect(Object.keys(pointsAtPay(defaultTexts(usualRetention), { priceCents: 6_000 }))).toHaveLength(3);
});
