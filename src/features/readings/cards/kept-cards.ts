import { readJson } from '../../../lib/page-storage.ts';
import type { DrawnCard } from '../../../shared/readings/cards.ts';

export function writeCards(cards: readonly DrawnCard[]): string {
  return cards.length === 0 ? '' : JSON.stringify(cards);
}

export function readCards(text: string | undefined): DrawnCard[] {
  return readJson<DrawnCard[]>(text) ?? [];
}
