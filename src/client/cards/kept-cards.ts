import type { DrawnCard } from '../../shared/readings/cards.ts';

/** @returns cards as one text, as a draft keeps its fields; empty for none */
export function writeCards(cards: readonly DrawnCard[]): string {
  return cards.length === 0 ? '' : JSON.stringify(cards);
}

/** @returns the cards of such a text; none when it is of something else */
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

/** @returns a list with one of it at another place; the same list when there is no such place */
export function moveCard<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = list[from];
  if (moved === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, moved);
}
