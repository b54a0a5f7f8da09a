import type { Business } from '../business.ts';
import { headingId, readBlocks } from '../text-blocks.ts';
import type { Offer } from './offer.ts';

/** What people ask before they pay. */
export type PointAtPay = 'card' | 'question' | 'money back';

/** Where the owner's pages answer it: the page, and the heading as the first texts have it. */
const answers: Record<PointAtPay, readonly ['terms' | 'privacy' | 'refunds', string]> = {
  card: ['terms', 'Price and payment'],
  question: ['privacy', 'Who sees it'],
  'money back': ['refunds', 'Before your reading is delivered'],
};

/**
 * @returns what is said by the Pay button, each with the address of the passage that it is short for. An owner who has
 * rewritten a passage under another heading may have another rule: then nothing is said of it here.
 */
export function pointsAtPay(
  site: Pick<Business, 'terms' | 'privacy' | 'refunds'>,
  offer: Pick<Offer, 'priceCents'>,
): Partial<Record<PointAtPay, string>> {
  const points: Partial<Record<PointAtPay, string>> = {};
  for (const [point, [page, heading]] of Object.entries(answers) as [
    PointAtPay,
    (typeof answers)[PointAtPay],
  ][]) {
    // A free reading costs nothing that could come back.
    if (offer.priceCents === 0 && point !== 'question') continue;
    const isThere = readBlocks(site[page]).some(
      ({ kind, ...block }) => kind === 'heading' && 'text' in block && block.text === heading,
    );
    if (isThere) points[point] = `/${page}#${headingId(heading)}`;
  }
  return points;
}
