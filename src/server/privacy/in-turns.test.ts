import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oneByOne } from './in-turns.ts';

test('everybody else has a turn between any two that write', async () => {
  const seen: string[] = [];
  const others = (async () => {
    while (!seen.includes('c')) {
      await nextTurn();
      seen.push('others');
    }
  })();
  await oneByOne(['a', 'b', 'c'], (item) => void seen.push(item));
  await others;
  expect(seen.join(' ')).toMatch(/^a( others)+ b( others)+ c/);
});
