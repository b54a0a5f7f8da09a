import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oneByOne } from './in-turns.ts';

test('other work has a turn between any two that write', async () => {
  const seen: string[] = [];
  const others = (async () => {
    while (!seen.includes('c')) {
      await nextTurn();
      seen.push('others');
    }
  })();
  await oneByOne(['a', 'b', 'c'], async (item) => void seen.push(item));
  await others;
  expect(seen.join(' ')).toMatch(/^a( others)+ b( others)+ c/);
});

test('nothing begins in the turn in which what was written before goes to the disk', async () => {
  const seen: string[] = [];
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await nextTurn();
      seen.push('others');
    }
  })();
  await oneByOne(['a', 'b'], async (item) => {
    seen.push(item);
    setImmediate(() => void seen.push('commit'));
  });
  isOver = true;
  await others;
  expect(seen.join(' ')).toMatch(/a( others)* commit( others)+ b/);
});
