import { expect, test } from 'vitest';
import { stripeKeys } from '../../../../tests/kit/stripe-keys.ts';
import { parseConfig } from './config.ts';
import { findPlaceholderAddresses, findReplyAddress } from './placeholder-addresses.ts';

const live = stripeKeys('live');
const smtp = (from: string) => ({ SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: from });
const isPublic = { PUBLIC_URL: 'https://tarot-at-work.com' };
const isSet = { CONTACT_EMAIL: 'hello@tarot-at-work.com' };
const contact = 'The contact address is hello@career-tarot.example';
const sender = 'Emails are sent from ';
const address = 'Payments are live, but the address of the site is ';

test.each<[string, Record<string, string>, string[]]>([
  ['on this machine, without live keys', smtp('a@shop.example'), []],
  ['for the public', isPublic, [contact]],
  ['with live keys', { ...live, ...isPublic, ...smtp('Tarot <hello@tarot-at-work.com>') }, [contact]],
  ['with live keys and a public URL on this machine', { ...live, ...isSet }, [address]],
  [
    'with live keys and the public URL from the instructions',
    { ...live, ...isSet, PUBLIC_URL: 'https://tarot.example.com' },
    [address],
  ],
  ['with a contact address', { ...isPublic, ...isSet }, []],
  [
    'with the sender from the instructions',
    { ...isPublic, ...isSet, ...smtp('Tarot <hello@tarot.example.com>') },
    [sender],
  ],
  ['with a sender at .example', { ...isPublic, ...isSet, ...smtp('hello@shop.example') }, [sender]],
  ['with a sender on this machine', { ...isPublic, ...isSet, ...smtp('tarot@localhost') }, [sender]],
  [
    'with a sender that only resembles example.com',
    { ...isPublic, ...isSet, ...smtp('hello@myexample.com') },
    [],
  ],
  [
    'with neither a contact address nor a real sender',
    { ...isPublic, ...smtp('hello@example.com') },
    [contact, sender],
  ],
])('finds the placeholders %s', (_what, env, expected) => {
  const config = parseConfig(env);
  const found = findPlaceholderAddresses(config, config.site.contactEmail);
  expect(found.map(({ found }) => found)).toEqual(expected.map((words) => expect.stringContaining(words)));
  const whenSet = findPlaceholderAddresses(config, isSet.CONTACT_EMAIL);
  expect(whenSet).toHaveLength(expected.filter((words) => words !== contact).length);
});

test.each(['hello@tarot.example.com', 'hello@shop.example', 'me@mail.localhost'])(
  'reports the contact address %s as a placeholder in public',
  (given) => {
    const config = parseConfig({ ...isPublic, CONTACT_EMAIL: given });
    expect(findPlaceholderAddresses(config, given)).toMatchObject([
      { found: expect.stringContaining(given) },
    ]);
  },
);

test('offers only a real address for replies', () => {
  expect(findReplyAddress(parseConfig({}).site.contactEmail)).toBeNull();
  expect(findReplyAddress('hello@tarot.example.com')).toBeNull();
  expect(findReplyAddress(isSet.CONTACT_EMAIL)).toBe(isSet.CONTACT_EMAIL);
});
