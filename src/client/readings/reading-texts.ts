import { cardsInWords } from '../../shared/readings/cards.ts';
import { readCards } from '../cards/kept-cards.ts';
import type { ReadingDraft } from './readings.ts';

/**
 * @param draft.notesSeen notes that were there before: as long as they stay the same, nobody wrote them here
 * @returns what of a reading was written, each part under its name, for its writer to copy
 */
export function readingTexts({
  content,
  cards,
  internalNotes,
  notesSeen,
}: ReadingDraft & { notesSeen?: string }) {
  return [
    { label: 'Text', text: content },
    { label: 'Cards', text: cardsInWords(readCards(cards)) },
    { label: 'Notes', text: internalNotes === notesSeen ? '' : internalNotes },
  ].filter(({ text }) => text.trim());
}
