import { expect, test } from 'vitest';
import { formatSize } from './backup-schema.ts';

test.each([
  [500, '1 KB'],
  [840_000, '840 KB'],
  [999_900, '1.0 MB'],
  [1_540_000, '1.5 MB'],
  [10_540_000, '11 MB'],
  [2_300_000_000, '2.3 GB'],
])('%d bytes are %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});
