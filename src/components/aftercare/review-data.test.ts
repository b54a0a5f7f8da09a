import { expect, test } from 'vitest';
import type { CustomerQuote } from '../../shared/aftercare/feedback-schema.ts';
import { averageStars, reviewData } from './review-data.ts';

const site = { publicUrl: 'https://cards.example', siteName: 'Cards' };
const quote: CustomerQuote = {
  words: 'It helped.',
  name: 'Maya',
  stars: 5,
  month: '2026-11',
  offer: 'Three cards',
};
const quotes = [quote, { ...quote, name: null, stars: 4 }, { ...quote, stars: null }];

test('averages the stars that were given', () => {
  expect(averageStars(quotes)).toBe(4.5);
  expect(averageStars([quote, quote, { ...quote, stars: 4 }])).toBe(4.7);
  expect(averageStars([{ ...quote, stars: null }])).toBeNull();
});

test('describes reviews with stars alone, and the average where all are shown', () => {
  const data = reviewData(site, quotes, 4.5);
  expect(data).toMatchObject({
    '@id': 'https://cards.example/#business',
    aggregateRating: { ratingValue: 4.5, ratingCount: 2, bestRating: 5 },
    review: [
      { author: { name: 'Maya' }, datePublished: '2026-11', reviewBody: 'It helped.' },
      { author: { name: 'Anonymous' }, reviewRating: { ratingValue: 4 } },
    ],
  });
  expect(reviewData(site, quotes, null)).not.toHaveProperty('aggregateRating');
  expect(reviewData(site, [{ ...quote, stars: null }], null)).toBeNull();
});
