import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { environment } from '../src/server/base/config/environment.ts';
import { withSettings } from './settings.ts';

const document = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8');

test('the table of docs/settings.md is that of the schema; npm run settings writes it', () => {
  expect(document).toBe(withSettings(document));
});

test('every variable is in it, but the one that npm sets', () => {
  const missing = Object.keys(environment.shape).filter((name) => !document.includes(`\n| \`${name}\``));
  expect(missing).toEqual(['npm_lifecycle_event']);
});

test('a row that was changed by hand is written again', () => {
  const changed = document.replace('| `PORT` | `4321` |', '| `PORT` | `80` |');
  expect(changed).not.toBe(document);
  expect(withSettings(changed)).toBe(document);
});
