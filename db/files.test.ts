import { expect, test } from 'vitest';
import { commandToGive, userName } from './files.ts';

test('a user without a name, as a container may have, is called by their number', () => {
  const nameless = () => {
    throw new Error('ENOENT: no such user');
  };
  expect(userName(nameless)).toBe(String(process.geteuid?.()));
});

test('the chown command works for a user number without a name', () => {
  expect(commandToGive('/srv/tarot', 'tarot')).toBe('sudo chown -R tarot: /srv/tarot');
  expect(commandToGive('/srv/tarot', '54321')).toBe('sudo chown -R 54321 /srv/tarot');
});
