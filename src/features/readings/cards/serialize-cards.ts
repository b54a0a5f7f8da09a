import { readJson } from '../../../lib/page-storage.ts';
import type { DrawnCard } from '../../../shared/readings/cards.ts';

export function serializeCards(cards: readonly DrawnCard[]): string {
  return cards.length === 0 ? '' : JSON.stringify(cards);
}

/** Reads what `serializeCards` wrote; no cards for a missing or damaged text. */
export function parseCards(text: string | undefined): DrawnCard[] {
  return readJson<DrawnCard[]>(text) ?? [];
}
