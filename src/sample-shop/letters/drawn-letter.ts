import type { Chance } from '../chance.ts';
import { reader1 } from './passages/reader1.ts';
import { reader2 } from './passages/reader2.ts';

/** What both readers say to nobody in particular. */
const sentences = [reader1, reader2]
  .flatMap(({ cards, past, now, obstacle, advice }) => [cards, past, now, obstacle, advice].flat())
  .flatMap((passage) => passage.split(/(?<=[.?!]) /))
  .filter((sentence) => !/\{\w+\}/.test(sentence)) as [string, ...string[]];

/** @returns a letter of some paragraphs that nobody else has got; shorter than those of the month */
export function drawLetter(chance: Chance, called: string): string {
  const paragraphs = Array.from({ length: chance.whole(2, 4) }, () =>
    Array.from({ length: chance.whole(2, 5) }, () => chance.pick(sentences)).join(' '),
  );
  return [`For ${called}.`, ...paragraphs, `Text ${chance.bytes(6).toString('hex')}.`].join('\n\n');
}
