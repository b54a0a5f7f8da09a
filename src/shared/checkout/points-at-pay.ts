import type { Business } from '../business.ts';
import { headingId, readBlocks } from '../text-blocks.ts';
import type { Offer } from './offer.ts';

/** What people ask before they pay: the page that answers it, and its heading in the first texts. */
const answers = {
  card: ['terms', 'Price and payment'],
  question: ['privacy', 'Who sees it'],
  'money back': ['refunds', 'Before your reading is delivered'],
} as const;
type PointAtPay = keyof typeof answers;

/**
 * @returns the links at the Pay button. A passage that the owner has rewritten under another heading may have another
 *   rule: it gets no link.
 */
export function pointsAtPay(
  site: Pick<Business, 'terms' | 'privacy' | 'refunds'>,
  offer: Pick<Offer, 'priceCents'>,
): Partial<Record<PointAtPay, string>> {
  const points: Partial<Record<PointAtPay, string>> = {};
  for (const point of Object.keys(answers) as PointAtPay[]) {
    const [page, heading] = answers[point];
    if (offer.priceCents === 0 && point !== 'question') continue;
    const isThere = readBlocks(site[page]).some(
      ({ kind, ...block }) => kind === 'heading' && 'text' in block && block.text === heading,
    );
    if (isThere) points[point] = `/${page}#${headingId(heading)}`;
  }
  return points;
}
