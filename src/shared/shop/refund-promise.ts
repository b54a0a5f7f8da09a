import { readBlocks } from './text-blocks.ts';

/** How the refund terms of a fresh shop begin. */
export const fullRefundTerms = `## Before your reading is delivered
Email us your order number, and we’ll refund the full amount.`;

const promiseCharacters = 160;

/**
 * Sums up the refund terms in one line beside the price and the Pay button: for the owner's own terms their first
 * heading and sentence, or a link text if these are too long.
 */
export function refundPromise(refunds: string): string {
  if (refunds.startsWith(fullRefundTerms)) return 'Full refund until your reading is delivered.';
  const blocks = readBlocks(refunds);
  const [first] = blocks;
  const paragraph = blocks.find(({ kind }) => kind === 'paragraph');
  const text = paragraph?.kind === 'paragraph' ? paragraph.text : '';
  const sentence = /^.+?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
  const promise = first?.kind === 'heading' && sentence ? `${first.text}: ${sentence}` : sentence;
  return promise && promise.length <= promiseCharacters ? promise : 'See our refund terms.';
}
