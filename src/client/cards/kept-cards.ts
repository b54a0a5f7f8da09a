import type { DrawnCard } from '../../shared/readings/cards.ts';
import { readJson } from '../page-storage.ts';

export function writeCards(cards: readonly DrawnCard[]): string {
  return cards.length === 0 ? '' : JSON.stringify(cards);
}

export function readCards(text: string | undefined): DrawnCard[] {
  return readJson<DrawnCard[]>(text) ?? [];
}
