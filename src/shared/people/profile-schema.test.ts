import { expect, test } from 'vitest';
import { describeReaders, signatureOf } from './profile-schema.ts';

const portrait = { address: '/portraits/a.webp', alt: 'Rita' };
const rita = { displayName: 'Rita Moss', readingSince: 2009, signature: null, about: null, portrait };

test.each([
  ['an unknown writer', null, 'Career Tarot', null],
  ['a name', { displayName: 'Rita Moss', signature: null }, 'Rita Moss', 'Career Tarot'],
  ['a name and a signature', { displayName: 'Rita Moss', signature: 'R.' }, 'R.', 'Rita Moss, Career Tarot'],
  [
    'a signature with the name',
    { displayName: 'Rita Moss', signature: 'Your Rita' },
    'Your Rita',
    'Career Tarot',
  ],
  [
    'a short name',
    { displayName: 'Ed Moss', signature: 'Blessed be' },
    'Blessed be',
    'Ed Moss, Career Tarot',
  ],
  ['a signature alone', { displayName: null, signature: 'R.' }, 'R.', 'Career Tarot'],
])('signs a letter by %s', (_by, writer, signedBy, signerDescription) => {
  const signer = writer && { ...writer, portrait: null };
  expect(signatureOf(signer, 'Career Tarot')).toEqual({ signedBy, signerDescription, portrait: null });
});

test.each([
  [null, 'Rita Moss', null],
  ['R.', 'R.', 'Rita’s Readings'],
])(
  'shows a name once when the business shares it (signature: %s)',
  (signature, signedBy, signerDescription) => {
    const signed = { signedBy, signerDescription };
    expect(signatureOf({ ...rita, signature }, 'Rita’s Readings')).toMatchObject(signed);
  },
);

test('shows a portrait beside a person’s signature, and none beside the business’s', () => {
  expect(signatureOf(rita, 'Career Tarot')).toMatchObject({ portrait });
  expect(signatureOf({ ...rita, displayName: null }, 'Career Tarot')).toMatchObject({ portrait: null });
});

const unnamed = { ...rita, displayName: null, portrait: null };
const named = (...names: string[]) => names.map((displayName) => ({ ...rita, displayName }));

const alone = { kind: 'one', names: ['Rita'], faces: [rita], name: 'Rita Moss', since: 2009, portrait };
const noNames = { kind: 'several', names: ['one of our readers'], faces: [] };
const oneName = { kind: 'several', names: ['Rita', 'another of our readers'], faces: [rita] };

test.each([
  ['no reader', [], { kind: 'unnamed' }],
  ['one reader without a name', [{ ...rita, displayName: null }], { kind: 'unnamed' }],
  ['one reader with a name', [rita], alone],
  ['two without names', [unnamed, unnamed], noNames],
  ['one of two with a name', [rita, unnamed], oneName],
])('describes %s', (_who, readers, told) => {
  expect(describeReaders(readers)).toEqual(told);
});

test.each([
  ['Rita Moss, Omar Haddad', 'Rita, Omar'],
  ['Rita Moss, Rita Hall', 'Rita Moss, Rita Hall'],
  ['Madame Rosa, Dr. Hall', 'Madame Rosa, Dr. Hall'],
  ['Rita Moss, Omar Haddad, Ada', 'Rita, Omar, another of our readers'],
])('names %s as %s', (names, told) => {
  expect(describeReaders(named(...names.split(', ')))).toMatchObject({ names: told.split(', ') });
});
