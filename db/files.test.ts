import { expect, test } from 'vitest';
import { commandToGive, userName } from './files.ts';

test('names a user without a name by number, as in containers', () => {
  const nameless = () => {
    throw new Error('ENOENT: no such user');
  };
  expect(userName(nameless)).toBe(String(process.geteuid?.()));
});

test('builds a chown command for a user that has no name', () => {
  expect(commandToGive('/srv/tarot', 'tarot')).toBe('sudo chown -R tarot: /srv/tarot');
  expect(commandToGive('/srv/tarot', '54321')).toBe('sudo chown -R 54321 /srv/tarot');
});
