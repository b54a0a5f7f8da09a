import { expect, test } from 'vitest';
import type { Passage } from '../../shared/readings/passages.ts';
import { type StepKey, sentenceAt, stepPassage } from './passage-steps.ts';

const text = 'The Star speaks. Be patient!\n\nThe Tower is no threat: it is a desk.';

/** @returns the words that are chosen after these keys, each with `+` for Shift */
function press(...keys: string[]): string | null {
  let chosen: Passage | null = null;
  for (const key of keys) {
    chosen = stepPassage(text, chosen, `Arrow${key.replace('+', '')}` as StepKey, key.startsWith('+'));
  }
  return chosen && text.slice(chosen.from, chosen.to);
}

test.each<[keys: string[], chosen: string]>([
  [['Down'], 'The Star speaks.'],
  [['Down', 'Down'], 'Be patient!'],
  [['Down', 'Down', 'Down'], 'The Tower is no threat: it is a desk.'],
  [['Down', 'Down', 'Down', 'Down'], 'The Tower is no threat: it is a desk.'],
  [['Down', 'Down', 'Up'], 'The Star speaks.'],
  [['Up'], 'The Tower is no threat: it is a desk.'],
  [['Down', '+Down'], 'The Star speaks. Be patient!'],
  [['Down', '+Down', '+Up'], 'The Star speaks.'],
  [['Down', '+Up'], 'The Star speaks.'],
  [['Right'], 'The'],
  [['Right', 'Right', '+Right'], 'Star speaks'],
  [['Right', 'Right', '+Right', '+Left'], 'Star'],
  [['Down', 'Right'], 'Be'],
  [['Down', '+Left'], 'The Star speaks'],
  [['Left'], 'desk'],
  [['Left', 'Left'], 'a'],
])('the keys %j choose “%s”', (keys, chosen) => {
  expect(press(...keys)).toBe(chosen);
});

test('there is nothing to choose in an empty text', () => {
  expect(stepPassage('', null, 'ArrowDown')).toBeNull();
});

test('a tap chooses the sentence under the finger', () => {
  const sentence = sentenceAt(text, text.indexOf('patient'));
  expect(text.slice(sentence?.from, sentence?.to)).toBe('Be patient!');
  expect(sentenceAt(text, text.length + 5)).toBeNull();
});
