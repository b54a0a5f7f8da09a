import { readFileSync } from 'node:fs';
import { type CustomerName, customers, hasOwnReading } from '../customers/written-customers.ts';
import type { Passages } from './passages/passages.ts';
import { reader1 } from './passages/reader1.ts';
import { reader2 } from './passages/reader2.ts';

export type ReaderName = 'reader1' | 'reader2';

const voices: Record<ReaderName, Passages> = { reader1, reader2 };

/** Whose voice a reading of one's own is written in. */
export const ownReadingsBy: Record<string, ReaderName> = {
  siobhan: 'reader1',
  maxi: 'reader1',
  noa: 'reader1',
  layla: 'reader1',
  grace: 'reader1',
  hannah: 'reader1',
  kiri: 'reader1',
  zeynep: 'reader2',
  marcus: 'reader2',
  misaki: 'reader2',
  bo: 'reader2',
  tomasz: 'reader2',
  ana: 'reader2',
};

/** @returns what gives each customer their reading, the same however often it is asked for */
export function openLetters(): (name: CustomerName, reader: ReaderName) => string {
  const written = new Map<CustomerName, string>();
  const counts = new Map<string, number>();
  const countUp = (what: string) => {
    const count = counts.get(what) ?? 0;
    counts.set(what, count + 1);
    return count;
  };
  return (name, reader) => {
    const known = written.get(name);
    if (known !== undefined) return known;
    const { readingType } = customers[name].form;
    const letter = hasOwnReading(name)
      ? readFileSync(new URL(`./readings/${name}.txt`, import.meta.url), 'utf8').trim()
      : compose(name, voices[reader], countUp(reader), countUp(`${reader} ${readingType}`));
    written.set(name, letter);
    return letter;
  };
}

/** @returns the paragraphs of a letter from one to before another; counted from the end when negative */
export function paragraphsOf(letter: string, from: number, to?: number): string {
  return letter.split('\n\n').slice(from, to).join('\n\n');
}

/** Three pieces of advice for each letter, so that those with the same beginning or end share at most one. */
const adviceInTurn = [
  [0, 1, 2],
  [0, 3, 4],
  [1, 3, 5],
  [2, 4, 5],
  [1, 4, 5],
  [0, 2, 5],
  [0, 1, 4],
  [0, 3, 5],
  [2, 3, 4],
  [1, 2, 3],
];

/**
 * Puts a letter together so that neighbours have no paragraph in common.
 *
 * @param turn how many letters this reader has put together before, and how many about this question
 */
function compose(name: CustomerName, voice: Passages, turn: number, turnOfQuestion: number): string {
  const { form, about } = customers[name];
  const { readingType } = form;
  if (!about || readingType === 'other') throw new Error(`Nothing is known of ${name} to write about.`);
  const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
  const round = Math.floor(turn / 3);
  // Three letters use each card once; the next three put other cards beside each other.
  const [first, step] = round % 2 === 0 ? [turn % 3, 3] : [(turn % 3) * 4, 1];
  const card = (place: number) => at(voice.cards, first + place * step);
  const shift = Math.floor(turn / 5);
  const paragraphs = [
    at(voice.openings, turn),
    `${card(0)} ${at(voice.past, turn)}`,
    `${card(1)} ${at(voice.now, turn + shift)}`,
    `${card(2)} ${at(voice.obstacle, turn + 2 + 2 * shift)}`,
    `${card(3)} ${at(voice.ahead[readingType], turnOfQuestion)}`,
    ...at(adviceInTurn, turn).map((index) => at(voice.advice, index)),
    at(voice.closings, turn + Math.floor(turn / 4)),
  ];
  const words: Record<string, string> = {
    ...about,
    name: form.readingAddresseeName,
    Hope: about.hope.charAt(0).toUpperCase() + about.hope.slice(1),
  };
  return paragraphs.join('\n\n').replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '');
}
