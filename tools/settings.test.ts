import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { environment } from '../src/server/base/config/environment.ts';
import { withSettings } from './settings.ts';

const document = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8');

test('keeps the table of docs/settings.md in sync with the schema', () => {
  expect(document).toBe(withSettings(document));
});

test('documents every variable except the one that npm sets', () => {
  const missing = Object.keys(environment.shape).filter((name) => !document.includes(`\n| \`${name}\``));
  expect(missing).toEqual(['npm_lifecycle_event']);
});

test('restores a row that was changed by hand', () => {
  const changed = document.replace('| `PORT` | `4321` |', '| `PORT` | `80` |');
  expect(changed).not.toBe(document);
  expect(withSettings(changed)).toBe(document);
});
