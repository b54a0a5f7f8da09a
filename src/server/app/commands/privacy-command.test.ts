import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { callCommand, runCommand } from '../../../../tests/kit/commands.ts';
import { plantPerson } from '../../../../tests/kit/planted-person.ts';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';
import { run } from './privacy-command.ts';

const folder = folderOfFile();
const databasePath = join(folder, 'tarot.db');
const address = 'maya.planted@customers.example';
let orderNumber = '';

/** Calls `npm run privacy -- …`, with typed input. */
const privacy = (words: string[], input = '') =>
  callCommand(run, words, { input, env: { DATABASE_PATH: databasePath } });

beforeAll(async () => {
  const app = createTestApp({ databasePath });
  ({ orderNumber } = await plantPerson(app, address));
  app.db.$client.close();
});

test('exports a person into a private file and never overwrites one', async () => {
  const { code, out, err } = await runCommand(['privacy', 'export', address, 'maya.json'], {
    cwd: folder,
    env: { DATABASE_PATH: databasePath },
  });
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('maya.json has everything about this person: 1 order, 1 reading, ');
  expect(out).toContain(`Only the user ${userInfo().username} can read the file.`);
  const file = join(folder, 'maya.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ address, orders: [{ orderNumber }] });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await privacy(['export', address, file])).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('already exists') },
  });
  const unknown = join(folder, 'unknown.json');
  expect(await privacy(['export', 'unknown@customers.example', unknown])).toMatchObject({
    ...{ code: 1, err: 'There is no data about this address: no file was written.\n' },
  });
  expect(existsSync(unknown)).toBe(false);
});

test('erases a person only after the confirmation is typed', async () => {
  expect((await privacy(['erase', 'unknown'])).err).toMatch(/address/);
  expect(await privacy(['erase', address])).toMatchObject({
    ...{ code: 1, err: 'Not confirmed: there is no terminal to ask on. Nothing was erased.\n' },
  });
  expect(await privacy(['erase', address], 'no\n')).toMatchObject({ code: 1, err: 'Nothing was erased.\n' });
  const { code, out, err } = await privacy(['erase', address], 'erase\n');
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('Erased: the data of 1 order.');
  expect(out).toContain('Older backups still have it');
  const file = readdirSync(folder)
    .filter((name) => name.startsWith('tarot.db'))
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');
  expect(file).not.toContain(address);
  expect((await privacy(['erase', address])).out).toContain('There is no data about this address.');
  expect((await privacy(['erase', '--again'])).out).toContain(
    'No customer in this database had been erased before.',
  );
});

test.each([[['erase']], [['find', address]], [['erase', address, 'more']]])(
  'refuses the arguments %j with the usage',
  async (words) => {
    const { code, err } = await privacy(words);
    expect([code, err]).toEqual([2, expect.stringMatching(/^Usage: npm run privacy/)]);
  },
);
