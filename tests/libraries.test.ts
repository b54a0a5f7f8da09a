import { expect, test } from 'vitest';
import { describeUnloadable } from '../bin/libraries.js';
import { openError } from '../db/files.ts';
import { checkIntegrity } from '../src/server/ops/doctor/check-database.ts';
import { findUnloadable } from '../src/server/ops/doctor/check-settings.ts';

const errorOf = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {});

test.each([
  [
    'better-sqlite3',
    errorOf('/app/node_modules/better-sqlite3/prebuilds/linux-x64.node: file too short', 'ERR_DLOPEN_FAILED'),
  ],
  [
    'better-sqlite3',
    errorOf("Cannot find module '/app/node_modules/better-sqlite3/build/x.node'", 'MODULE_NOT_FOUND'),
  ],
  [
    '@node-rs/argon2',
    errorOf("Cannot find package '@node-rs/argon2' imported from /app", 'ERR_MODULE_NOT_FOUND'),
  ],
  ['sharp', errorOf('Could not load the "sharp" module using the linux-x64 runtime\nPossible solutions:')],
])('names the library %s if it cannot be loaded', (name, error) => {
  const words = describeUnloadable(error) ?? '';
  expect(words.startsWith(`The library ${name} cannot be loaded (`)).toBe(true);
  expect(words).toMatch(/install the program again on this machine\.$/);
  expect(words).not.toContain('\n');
  expect(openError('/srv/tarot.db', error).message).toBe(words);
  const state = { problem: words, damages: [], lostReferences: 0, isOurs: false, pending: 0, isNewer: false };
  expect(checkIntegrity(state).advice).toMatch(/data may be fine/);
});

test.each([
  ['a damaged file', errorOf('file is not a database', 'SQLITE_NOTADB')],
  ['a file of ours that is missing', errorOf("Cannot find module '/app/dist/x.js'", 'ERR_MODULE_NOT_FOUND')],
  ['a text', 'no'],
])('blames no library for %s', (_what, error) => {
  expect(describeUnloadable(error)).toBeNull();
});

test('loads the libraries of this machine', async () => {
  expect(await findUnloadable()).toEqual([]);
});
