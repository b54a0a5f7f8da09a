import type { Chance } from '../world/chance.ts';

const sentences = [
  'The Chariot asks where you are steering, and who holds the reins.',
  'What was heavy in spring has become a habit; habits can be put down.',
  'Look at the Three of Pentacles: somebody notices good work, and it is not the loudest one.',
  'Ask for the smaller task first, and do it where others can see it.',
  'The Hermit is no call to leave, but to be alone with the question for a week.',
  'Nothing in these cards says that you have to decide by Monday.',
] as const;

/** @returns a text of some paragraphs that nobody else has written */
export function writeText(chance: Chance, marker: string): string {
  const paragraphs = Array.from({ length: chance.whole(2, 4) }, () =>
    Array.from({ length: chance.whole(2, 5) }, () => chance.pick(sentences)).join(' '),
  );
  return [`For ${marker}.`, ...paragraphs, `Text ${chance.bytes(6).toString('hex')}.`].join('\n\n');
}
