import type { DrawnCard } from '../../shared/readings/cards.ts';

/** @returns cards as one text for a draft; empty for none */
export function writeCards(cards: readonly DrawnCard[]): string {
  return cards.length === 0 ? '' : JSON.stringify(cards);
}

/** @returns the cards of such a text; none when it has something else */
export function readCards(text: string | undefined): DrawnCard[] {
  try {
    const cards: unknown = JSON.parse(text || '[]');
    return Array.isArray(cards) && cards.every(isDrawnCard) ? cards : [];
  } catch {
    return [];
  }
}

function isDrawnCard(value: unknown): value is DrawnCard {
  if (typeof value !== 'object' || value === null) return false;
  const { card, isReversed, position } = value as Partial<Record<keyof DrawnCard, unknown>>;
  return typeof card === 'string' && typeof isReversed === 'boolean' && typeof position === 'string';
}
