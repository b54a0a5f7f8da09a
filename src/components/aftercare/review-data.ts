import { type CustomerQuote, mostStars } from '../../shared/aftercare/feedback-schema.ts';
import type { Business } from '../../shared/shop/business-schema.ts';

/**
 * Returns the business as JSON-LD (https://schema.org/Organization) with the quotes that have stars; null when
 * there are none.
 * @param average from `averageStars`
 */
export function reviewData(
  { publicUrl, siteName }: Pick<Business, 'publicUrl' | 'siteName'>,
  quotes: readonly CustomerQuote[],
  average: number | null,
): object | null {
  const rated = quotes.filter(({ stars }) => stars !== null);
  if (rated.length === 0) return null;
  const rating = { bestRating: mostStars, worstRating: 1 };
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${publicUrl}/#business`,
    name: siteName,
    url: `${publicUrl}/`,
    ...(average !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: average,
        ratingCount: rated.length,
        ...rating,
      },
    }),
    review: rated.map(({ words, name, stars, month }) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name: name ?? 'Anonymous' },
      datePublished: month,
      reviewBody: words,
      reviewRating: { '@type': 'Rating', ratingValue: stars, ...rating },
    })),
  };
}

/** Returns the average of the stars to one decimal, null without any. */
export function averageStars(quotes: readonly CustomerQuote[]): number | null {
  const stars = quotes.flatMap((quote) => quote.stars ?? []);
  if (stars.length === 0) return null;
  return Math.round((stars.reduce((sum, count) => sum + count, 0) / stars.length) * 10) / 10;
}
