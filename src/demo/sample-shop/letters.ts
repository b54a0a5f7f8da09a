import { readFileSync } from 'node:fs';
import { type DrawnCard, deck } from '../../shared/readings/cards.ts';
import type { CustomerName } from './sample-customers.ts';

const readerNames = ['reader1', 'reader2'] as const;
export type ReaderName = (typeof readerNames)[number];

const ownVoices: Record<ReaderName, CustomerName[]> = {
  reader1: ['siobhan', 'maxi', 'noa', 'layla', 'grace', 'hannah', 'kiri'],
  reader2: ['zeynep', 'marcus', 'misaki', 'bo', 'tomasz', 'ana'],
};

/** Returns the reader in whose style a letter is written; undefined if it fits both. */
export function letterWriter(name: CustomerName): ReaderName | undefined {
  return readerNames.find((reader) => ownVoices[reader].includes(name));
}

const times = (count: number, position: string) => Array<string>(count).fill(position);

const usualPositions = ['What was', 'What is', 'What is in the way', 'What lies ahead'];

/** The positions of the cards, for readings with their own. */
const ownPositions: Partial<Record<CustomerName, string[]>> = {
  ana: [...times(2, 'Her column'), ...times(2, 'Your column'), ...times(2, 'The bakery'), 'Apart'],
  bo: ['First', 'Second', 'Third', ...times(2, 'What to do')],
  grace: [...times(3, 'The post'), ...times(3, 'What you want'), 'Where they meet'],
  hannah: [...times(3, 'The firm'), ...times(3, 'The foundation'), ''],
  kiri: ['First stone', 'Second stone', 'Third stone', 'Fourth stone', 'Fifth stone'],
  layla: ['Where you stand', 'North', 'East', 'South', 'West'],
  marcus: [...times(2, 'Behind you'), ...times(2, 'Where you stand'), ...times(2, 'Ahead')],
  maxi: ['Foundation', 'First wall', 'Second wall', 'Door', 'Roof'],
  misaki: ['What was', 'What was learned in between', 'What stands in the way', 'What it takes'],
  noa: ['Before either road', ...times(2, 'If you go'), ...times(2, 'If you stay'), ''],
  siobhan: [
    'Where you come from',
    'What holds you',
    'What you do not see yet',
    'What is offered',
    'The first step',
  ],
  tomasz: ['Near bank', 'First pier', 'Second pier', 'Third pier', 'Fourth pier', 'Fifth pier', 'Far bank'],
  zeynep: [...times(3, 'Upper row'), ...times(3, 'Lower row'), 'Middle'],
};

export function readLetter(name: CustomerName): string {
  return readFileSync(new URL(`./letters/${name}.txt`, import.meta.url), 'utf8').trim();
}

/** Returns the paragraphs from index `from` to before `to`; negative numbers count from the end. */
export function paragraphsOf(letter: string, from: number, to?: number): string {
  return letter.split('\n\n').slice(from, to).join('\n\n');
}

/** Returns the cards that a letter mentions, in its order; at most as many as its spread has positions. */
export function cardsIn(letter: string, name: CustomerName): DrawnCard[] {
  const positions = ownPositions[name] ?? usualPositions;
  const found = deck.flatMap(({ slug, name: title }) => {
    // A letter writes "the Star"; "a star" is not the card.
    const match = new RegExp(`\\b${title.replace('The ', '[Tt]he ')}\\b(, reversed)?`).exec(letter);
    return match ? [{ slug, at: match.index, isReversed: match[1] !== undefined }] : [];
  });
  return found
    .sort((a, b) => a.at - b.at)
    .slice(0, positions.length)
    .map(({ slug, isReversed }, index) => ({ card: slug, isReversed, position: positions[index] ?? '' }));
}
