import { expect, test } from 'vitest';
import { isSender } from './sender.ts';

test.each([
  'a@b.example',
  'Ada <a@b.example>',
  '"Ada @ work" <a@b.example>',
  '"ada@work" <a@b.example>',
  'ada@work <a@b.example>',
])('accepts %s as one sender', (from) => {
  expect(isSender(from)).toBe(true);
});

test.each([
  'a@b.example c@d.example',
  'a@b.example (c@d.example)',
  'a@b.example, c@d.example',
  '<a@b.example> <c@d.example>',
  '"<a@b.example>" <c@d.example>',
  'Ada @home a@b.example',
])('refuses %s as a sender', (from) => {
  expect(isSender(from)).toBe(false);
});
