import { expect, test } from 'vitest';
import { directionOf } from './direction.ts';

test.each([
  ['נועה, you drew The Star, which speaks of patience.', 'ltr'],
  ['ليلى: The Star speaks of patience.', 'ltr'],
  ['Noa, הכוכב מדבר על סבלנות ועל הדרך שלך.', 'rtl'],
  ['הכוכב מדבר על סבלנות.', 'rtl'],
  ['النجمة تتحدث عن الصبر.', 'rtl'],
  ['The Star speaks of patience.', 'ltr'],
  ['«12:30» – 星がある', 'ltr'],
  ['2026', 'ltr'],
  ['', 'ltr'],
] as const)('%j runs %s', (paragraph, direction) => {
  expect(directionOf(paragraph)).toBe(direction);
});
