import { readJson } from '../../../lib/page-storage.ts';
import type { DrawnCard } from '../../../shared/readings/cards.ts';

export function serializeCards(cards: readonly DrawnCard[]): string {
  return cards.length === 0 ? '' : JSON.stringify(cards);
}

export function parseCards(text: string | undefined): DrawnCard[] {
  return readJson<DrawnCard[]>(text) ?? [];
}
