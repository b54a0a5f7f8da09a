import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, passwordMatches } from './passwords.ts';

const composed = 'Sommerkäse é'.normalize('NFC');
const decomposed = composed.normalize('NFD');

test.each([
  ['chosen on a keyboard that composes', () => hashPassword(composed)],
  ['chosen on a keyboard that does not', () => hashPassword(decomposed)],
  ['stored composed before', () => hash(composed)],
  ['stored decomposed before', () => hash(decomposed)],
])('recognizes a password with accents %s from any keyboard', async (_when, store) => {
  const stored = await store();
  expect(await passwordMatches(stored, composed)).toBe(true);
  expect(await passwordMatches(stored, decomposed)).toBe(true);
  expect(await passwordMatches(stored, 'Sommerkase e')).toBe(false);
  expect(await passwordMatches(null, composed)).toBe(false);
});

test('recognizes a stored password that mixes both forms', async () => {
  const mixed = `${composed} ${decomposed}`;
  expect(await passwordMatches(await hash(mixed), mixed)).toBe(true);
});
