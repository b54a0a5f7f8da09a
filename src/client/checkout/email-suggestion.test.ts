import { expect, test } from 'vitest';
import { suggestEmail } from './email-suggestion.ts';

test.each([
  ['maya@gmial.com', 'maya@gmail.com'],
  ['maya@gmail.con', 'maya@gmail.com'],
  ['maya@gmail.co', 'maya@gmail.com'],
  ['Maya.L+cards@HOTMIAL.com', 'Maya.L+cards@hotmail.com'],
  [' maya@yaho.com ', 'maya@yahoo.com'],
])('%s is asked about', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  'maya@gmail.com',
  'Maya@Gmail.com',
  'maya@customers.example',
  'maya@gmx.net',
  'maya@mac.com',
  'maya@email.com',
  'maya@hotmail.co.uk',
  'maya@proton.me',
  'maya@shop.test',
  'maya',
  'maya@',
  'maya@gmial',
  '',
])('%s is not', (typed) => {
  expect(suggestEmail(typed)).toBeNull();
});
