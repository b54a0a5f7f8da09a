import { cardsInWords } from '../../shared/readings/cards.ts';
import { readCards } from '../cards/kept-cards.ts';
import type { ReadingDraft } from './readings.ts';

/**
 * @returns what of a reading was written, each part under its name, for its writer to copy
 */
export function readingTexts({
  content,
  cards,
  internalNotes = '',
}: ReadingDraft & { internalNotes?: string }) {
  return [
    { label: 'Text', text: content },
    { label: 'Cards', text: cardsInWords(readCards(cards)) },
    { label: 'Notes', text: internalNotes },
  ].filter(({ text }) => text.trim());
}
