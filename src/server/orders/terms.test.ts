import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { writeNow } from '../../../db/client.ts';
import { terms } from '../../../db/schema.ts';
import {
  buyThreeCards,
  placeOrder,
  sellThreeCards,
  setPrice,
  storedOrder,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { standardOffer } from '../../shared/offers/offer-types.ts';
import { termsText as termsOf } from '../../shared/offers/quote.ts';
import { findTermsText, storeTerms } from './order-repository.ts';

const termsText = termsOf(standardOffer.days);

test('keeps the terms a customer accepted, and stores equal terms once', async () => {
  const app = createTestApp();
  const pressedAt = app.clock.now();
  const paid = await app.buy();
  app.clock.advance(60_000);
  const unpaid = await placeOrder(app);
  setPrice(app, 0);
  const free = await placeOrder(app);
  const id = createHash('sha256').update(termsText).digest('hex');
  expect(app.db.select().from(terms).all()).toEqual([{ id, words: termsText }]);
  for (const { orderId } of [paid, unpaid, free]) {
    expect(findTermsText(app.db, storedOrder(app, orderId).termsId)).toBe(termsText);
  }
  expect(storedOrder(app, paid.orderId).createdAt).toBe(pressedAt);
});

test('stores new terms beside the old ones, which earlier orders keep', async () => {
  const app = createTestApp();
  const { orderId } = await app.buy();
  const newer = writeNow(app.db, (tx) => storeTerms(tx, `${termsText} Be kind.`));
  expect(findTermsText(app.db, newer)).toBe(`${termsText} Be kind.`);
  expect(findTermsText(app.db, storedOrder(app, orderId).termsId)).toBe(termsText);
});

test('repeats the terms word for word in the confirmation', async () => {
  const app = createTestApp();
  await app.buy();
  await app.sendMail();
  const [, sentences = ''] = termsText.split(': ');
  expect(sentences).toContain('non-refundable');
  expect(app.mailer.sent[0]?.text).toContain(sentences);
});

test('keeps a rush order’s days in its terms, as the form and the confirmation say them', async () => {
  const app = createTestApp();
  sellThreeCards(app);
  const { orderId } = await buyThreeCards(app);
  await app.sendMail();
  expect(findTermsText(app.db, storedOrder(app, orderId).termsId)).toBe(termsOf(1));
  const [, sentences = ''] = termsOf(1).split(': ');
  expect(app.mailer.sent[0]?.text).toContain(sentences);
});
