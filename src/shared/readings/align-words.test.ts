import { expect, test } from 'vitest';
import { alignWords } from './align-words.ts';

/** Words as often as prose has them: a few very often, most of them seldom. */
function prose(words: number, seed: number): string[] {
  let state = seed;
  const chance = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return Array.from({ length: words }, () => {
    const word = `w${Math.floor(900 * chance() ** 3)}`;
    return chance() < 0.1 ? `${word}.` : word;
  });
}

// Each word with each would be as many looks as there are words: what is here goes for a text of any length.
test.each([2_000, 4_000])(
  'each of %d words is looked at a few times, however many were rewritten',
  (count) => {
    const before = prose(count, 7);
    const others = prose(count, 8);
    for (const share of [0.01, 0.1, 0.5, 1]) {
      const after = before.map((word, index) => (index % 100 < 100 * share ? (others[index] ?? '') : word));
      let looks = 0;
      const counted = (words: string[]) =>
        new Proxy(words, {
          get(target, key) {
            if (key !== 'length') looks += 1;
            return Reflect.get(target, key);
          },
        });
      const matches = alignWords(counted(before), counted(after));
      expect(matches).toEqual(alignWords(before, after));
      expect(looks / count, `looks at each word, ${share} of them rewritten`).toBeLessThan(50);
    }
  },
);
