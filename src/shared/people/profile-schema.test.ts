import { expect, test } from 'vitest';
import { describeReaders, signatureOf } from './profile-schema.ts';

test.each([
  ['an unknown writer', null, 'Career Tarot', null],
  ['a name', { displayName: 'Rita Moss', signature: null }, 'Rita Moss', 'Career Tarot'],
  ['a name and a signature', { displayName: 'Rita Moss', signature: 'R.' }, 'R.', 'Rita Moss, Career Tarot'],
  [
    'a signature that says the name',
    { displayName: 'Rita', signature: 'Your Rita' },
    'Your Rita',
    'Career Tarot',
  ],
  ['a signature alone', { displayName: null, signature: 'R.' }, 'R.', 'Career Tarot'],
])('a letter by %s', (_by, writer, signedBy, signerDescription) => {
  expect(signatureOf(writer, 'Career Tarot')).toEqual({ signedBy, signerDescription });
});

const portrait = { address: '/portraits/a.webp', alt: 'Rita' };
const rita = { displayName: 'Rita Moss', readingSince: 2009, signature: null, portrait };

test.each([
  ['no reader', [], { kind: 'unnamed' }],
  ['one without a name', [{ ...rita, displayName: null }], { kind: 'unnamed' }],
  ['one with a name', [rita], { kind: 'one', name: 'Rita Moss', since: 2009, portrait }],
  ['two', [rita, { ...rita, portrait: null }], { kind: 'several', faces: [portrait] }],
])('the page says who writes when there is %s', (_who, readers, told) => {
  expect(describeReaders(readers)).toEqual(told);
});
