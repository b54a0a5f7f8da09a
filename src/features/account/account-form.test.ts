import { expect, test } from 'vitest';
import { aPerson } from '../../../tests/kit/components/people.ts';
import { changeOwnSchema, changePersonSchema } from '../../shared/people/account-schema.ts';
import { type AccountFields, changedFields, type FormAccount, storedFields } from './account-form.ts';

const rita = aPerson({
  email: 'rita@staff.example',
  daysAway: [{ from: '2036-12-24', to: '2036-12-26' }],
  profile: {
    displayName: 'Rita Moss',
    readingSince: 2009,
    signature: null,
    about: null,
    portrait: { address: '/portraits/a.webp', alt: 'Rita at her table' },
  },
  maxOpenOrders: 4,
});

const sent = (typed: Partial<AccountFields>, account: FormAccount = rita) =>
  changedFields(account, typed, { ...storedFields(account), ...typed });

/** Returns the messages of a form by their paths. */
function errorsOf(schema: typeof changeOwnSchema | typeof changePersonSchema, change: object) {
  const issues = schema.safeParse(change).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

const picture = new File(['?'], 'rita.png');

test.each<[Partial<AccountFields>, object]>([
  [{}, {}],
  [{ email: ' \u200erita@home.example ' }, { email: 'rita@home.example' }],
  [{ email: ' ' }, { email: null }],
  [{ maxOpenOrders: ' 5 ' }, { maxOpenOrders: 5 }],
  [
    { maxOpenOrders: ' ', readingsPerDay: '' },
    { maxOpenOrders: null, readingsPerDay: null },
  ],
  [
    { displayName: ' ', signature: ' Rita ' },
    { displayName: null, signature: 'Rita' },
  ],
  [
    { daysAway: [{ from: '2036-12-24', to: '' }] },
    { daysAway: [{ from: '2036-12-24', to: '2036-12-24' }], daysAwayBefore: rita.daysAway },
  ],
  [{ picture }, { picture, portrait: { alt: 'Rita at her table' } }],
  [{ picture, isPortraitRemoved: true }, { portrait: null }],
  [{ alt: 'Rita' }, { portrait: { alt: 'Rita' } }],
  [{ alt: 'Rita', isPortraitRemoved: true }, { portrait: null }],
  [{ role: 'admin' }, { role: 'admin', writes: true }],
  [
    { role: 'admin', writes: false },
    { role: 'admin', writes: false },
  ],
])('reduces the typed fields %j to the changes %j', (typed, change) => {
  expect(sent(typed)).toEqual(change);
});

test('does not send a description when no picture was chosen', () => {
  expect(sent({ picture: null, alt: 'Portrait of Rita' }, aPerson())).toEqual({});
});

const tooLarge = new File([new Uint8Array(8_000_001)], 'rita.png');
test.each<[Partial<AccountFields>, object]>([
  [{ maxOpenOrders: '2.5' }, { maxOpenOrders: 'The open order limit must be a whole number.' }],
  [{ readingSince: 'long ago' }, { readingSince: 'Enter a year, 1930 or later.' }],
  [{ daysAway: [{ from: '', to: '' }] }, { 'daysAway.0.from': 'The first day is missing.' }],
  [{ picture: tooLarge }, { picture: 'This picture is larger than 8 MB. Please make it smaller first.' }],
])('turns the typed fields %j into the errors %j', (typed, errors) => {
  expect(errorsOf(changePersonSchema, sent(typed))).toMatchObject(errors);
});

test('requires the current password to change your own email address', () => {
  const own = { ...rita, notices: [] };
  const email = 'rita@home.example';
  expect(errorsOf(changeOwnSchema, sent({ email }, own))).toEqual({
    currentPassword: 'The current password is missing.',
  });
  expect(errorsOf(changeOwnSchema, sent({ email, currentPassword: 'the words of rita' }, own))).toEqual({});
});
