import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { ConfigError, readConfig } from './config.ts';

const folder = folderOfFile();

function fileWith(content: string): string {
  const path = join(mkdtempSync(join(folder, 'one-')), 'secret');
  writeFileSync(path, content);
  return path;
}

const others = { STRIPE_PUBLISHABLE_KEY: 'pk_test_1', MAIL_FROM: 'Tarot <tarot@mail.example>' };

test.each(['', '\n', '\r\n', '\n\n'])('reads secrets from files that end with %j', (end) => {
  const config = readConfig({
    ...others,
    STRIPE_SECRET_KEY_FILE: fileWith(`sk_test_1${end}`),
    STRIPE_WEBHOOK_SECRET_FILE: fileWith(`whsec_1${end}`),
    SMTP_URL_FILE: fileWith(`smtp://user:pass@mail.example:587${end}`),
  });
  expect(config).toMatchObject({
    stripe: { keys: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' } },
    smtp: { url: 'smtp://user:pass@mail.example:587' },
  });
});

test('uses the file or the variable when the other is blank', () => {
  const file = fileWith(`${'x'.repeat(32)}\n`);
  expect(readConfig({ METRICS_TOKEN: ' ', METRICS_TOKEN_FILE: file }).metricsToken).toBe('x'.repeat(32));
  const own = { METRICS_TOKEN: 'y'.repeat(32), METRICS_TOKEN_FILE: ' ' };
  expect(readConfig(own).metricsToken).toBe('y'.repeat(32));
});

mkdirSync(join(folder, 'folder'));
test.each([
  [
    'set twice',
    { SMTP_URL: 'smtp://a.example', SMTP_URL_FILE: fileWith('smtp://b.example') },
    /are both set/,
  ],
  ['not there', { SMTP_URL_FILE: join(folder, 'nowhere') }, /cannot be read: .*nowhere \(ENOENT\)\.$/],
  ['a folder', { SMTP_URL_FILE: join(folder, 'folder') }, /cannot be read: .*folder \(EISDIR\)\.$/],
  ['empty', { SMTP_URL_FILE: fileWith('') }, /names an empty file: .*secret\.$/],
  ['a line break alone', { SMTP_URL_FILE: fileWith(' \n') }, /names an empty file: .*secret\.$/],
  [
    'on two lines',
    { SMTP_URL_FILE: fileWith('smtp://a.example\nhunter2\n') },
    /more than one line: .*secret\.$/,
  ],
  ['no path', { SMTP_URL_FILE: 'smtp://me:hunter2@mail.example' }, /must be the full path of a file/],
])('refuses a secret that is %s and names the variable', (_what, env, message) => {
  const error = thrownBy(() => readConfig(env));
  expect(error).toBeInstanceOf(ConfigError);
  expect(error?.message).toMatch(/^SMTP_URL.*\.$/);
  expect(error?.message).toMatch(message);
  expect(error?.message).not.toMatch(/\n|hunter2/);
});

test('reports all unreadable files together and nothing else', () => {
  const files = { SMTP_URL_FILE: join(folder, 'a'), STRIPE_SECRET_KEY_FILE: 'b', PORT: '0' };
  const error = thrownBy(() =>
    readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'http://localhost', ...files }),
  );
  expect(error?.message.split('\n').map((line) => line.split(' ')[0])).toEqual([
    'STRIPE_SECRET_KEY_FILE',
    'SMTP_URL_FILE',
    'PORT',
  ]);
});

function thrownBy(work: () => unknown): Error | null {
  try {
    work();
    return null;
  } catch (error) {
    return error as Error;
  }
}
