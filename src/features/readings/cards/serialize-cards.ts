import { readJson } from '../../../lib/page-storage.ts';
import type { DrawnCard } from '../../../shared/readings/cards.ts';

/** Returns the cards as JSON, empty if there are none. `parseCards` reads it. */
export function serializeCards(cards: readonly DrawnCard[]): string {
  return cards.length === 0 ? '' : JSON.stringify(cards);
}

/** Parses the text of `serializeCards`; returns no cards if it is missing or damaged. */
export function parseCards(text: string | undefined): DrawnCard[] {
  return readJson<DrawnCard[]>(text) ?? [];
}
