import { expect, test } from 'vitest';
import { offerLimits, slugOf } from './offer-types.ts';

test.each([
  ['Three Cards!', 'three-cards'],
  ['Große Jahreslegung', 'grosse-jahreslegung'],
  ['Ma\u0308rz & April', 'marz-april'],
  ['Træk et kort på søndag', 'traek-et-kort-pa-sondag'],
  ['Żółta Łódź – trzy karty', 'zolta-lodz-trzy-karty'],
  ['L’œuvre d’été', 'loeuvre-dete'],
  ['タロット', ''],
])('makes the address of %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('cuts an address at its limit without a hyphen at the end', () => {
  expect(slugOf(`${'a'.repeat(offerLimits.slugCharacters - 1)} b`)).toMatch(/^a{59}$/);
});
