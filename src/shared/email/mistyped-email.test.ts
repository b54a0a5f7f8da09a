import known from 'email-providers/all.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { suggestEmail, undeliverableLetter } from './mistyped-email.ts';

test.each([
  ['maya@gmial.com', 'maya@gmail.com'],
  ['maya@gmal.cmo', 'maya@gmail.com'],
  ['Maya.L+cards@HOTMIAL.com', 'Maya.L+cards@hotmail.com'],
  [' maya@yaho.com ', 'maya@yahoo.com'],
  ['\u202amaya@gnail.com\u202c', 'maya@gmail.com'],
])('suggests a correction for %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  ...['maya@gmail.com', 'Maya@Gmail.com', 'maya@customers.example', 'maya@shop.test'],
  ...['maya@web.com', 'maya@love.com', 'maya@cloud.com', 'maya@comcast.com', 'maya@gotmail.com'],
  ...['maya', 'maya@', 'maya@gmial', '', 'm a@gmial.com'],
])('suggests nothing for %j', (typed) => {
  expect(suggestEmail(typed)).toBeNull();
});

const names = ['yahoo', 'outlook', 'hotmail', 'live', 'msn', 'gmx', 'aol', 'icloud', 'proton', 'email'];
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const countries = letters.flatMap((first) => letters.map((second) => first + second));
// Each is `.com` without a letter, and no country of any of them.
const slips = ['co', 'cm', 'om'];

test.each(names)('suggests nothing for %s in any country', (name) => {
  const endings = countries.flatMap((country) => [country, `com.${country}`, `co.${country}`]);
  const asked = endings.filter((ending) => suggestEmail(`maya@${name}.${ending}`) !== null);
  expect(asked.filter((ending) => !slips.includes(ending))).toEqual([]);
});

// The list has what people signed up with elsewhere, their slips included.
test('corrects only the misspellings among the known providers', () => {
  const asked = known.filter((domain) => suggestEmail(`maya@${domain}`) !== null);
  expect(asked.sort()).toEqual([
    ...['gamil.com', 'gmai.com', 'gmail.co', 'gmail.om', 'gmal.com', 'gmial.com', 'homail.com', 'hotmai.com'],
    ...['hotmail.cm', 'hotmail.con', 'hotmails.com', 'hotmial.com', 'proto2mail.com', 'yaho.com', 'yahoo.om'],
  ]);
});

test.each([
  ['jose\u0301@gmail.com', 'é'],
  ['用户@work.example', '用'],
  ['jose@bücher.example', null],
  ['jose@gmail.com', null],
])('reports that %s may be undeliverable because of %j', (typed, letter) => {
  expect(undeliverableLetter(typed)).toBe(letter);
});
