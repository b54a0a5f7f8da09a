import { expect, test } from 'vitest';
import { readRate, splitTax, taxSettingsSchema } from './tax-schema.ts';

test.each([
  [6_000, 1_900, 958],
  [6_000, 825, 457],
  [3, 1_900, 0],
  [4, 1_900, 1],
  // Exactly half a cent: up.
  [3, 2_000, 1],
  [99_999_999, 9_999, 49_997_499],
  [6_000, 0, 0],
  [0, 1_900, 0],
])('splits %i at %i hundredths of a percent into %i tax', (gross, rate, taxMinor) => {
  expect(splitTax(gross, rate)).toEqual({ netMinor: gross - taxMinor, taxMinor });
});

test.each([
  ['19', 1_900],
  ['8,25 %', 825],
  ['0', null],
  ['100', null],
  ['8.255', null],
  ['-3', null],
  ['nineteen', null],
  ['', null],
])('reads the rate %j as %s', (text, rate) => {
  expect(readRate(text)).toBe(rate);
});

const problemsOf = (settings: object) =>
  (taxSettingsSchema.safeParse(settings).error?.issues ?? []).map(({ path }) => path.join('.'));

test.each([
  [{ kind: 'none' }, []],
  [{ kind: 'included', rate: '19' }, []],
  [{ kind: 'included', rate: '190' }, ['rate']],
  [{ kind: 'included' }, ['rate']],
  [{ kind: 'none', rate: 'nineteen' }, ['rate']],
  [{ kind: 'exempt', sentence: ' ' }, ['sentence']],
  [{ kind: 'exempt', sentence: 'x'.repeat(301) }, ['sentence']],
  [{ kind: 'none', taxNumber: 'x'.repeat(61) }, ['taxNumber']],
  [{ kind: 'added', rate: '19' }, ['kind']],
])('checks the settings %j and rejects %j', (settings, problems) => {
  expect(problemsOf(settings)).toEqual(problems);
});

test('stores a rate in one format', () => {
  expect(taxSettingsSchema.parse({ kind: 'included', rate: '8,50 %' }).rate).toBe('8.5');
});
