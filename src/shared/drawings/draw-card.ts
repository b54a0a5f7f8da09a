import { findCard } from '../readings/cards.ts';
import type { CardDrawing } from './card-frame.ts';
import { majorsFrom0 } from './majors-0-to-5.ts';
import { majorsFrom6 } from './majors-6-to-13.ts';
import { majorsFrom14 } from './majors-14-to-21.ts';
import { drawMinor } from './minors.ts';

const majors = [...majorsFrom0, ...majorsFrom6, ...majorsFrom14];

/** @returns the drawing of a card by its name in addresses; null when there is none of that name */
export function drawCard(slug: string): CardDrawing | null {
  const card = findCard(slug);
  if (!card) return null;
  return card.suit === null ? (majors[card.number] ?? null) : drawMinor(card.suit, card.number);
}
