import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseConfig } from '../../src/server/base/config/config.ts';
import { composeReadme } from './readme.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const readme = composeReadme('career-tarot-1.2.3-linux-x64', '1.2.3', engines.node);

test('says what the release is and which Node it needs', () => {
  expect(readme).toMatch(/^# Career Tarot 1\.2\.3\n/);
  expect(readme.replaceAll('\n', ' ')).toContain('needs Node 22.14.0 or a later 22, or 24.0.0 and later');
});

test('names only files that are in the release', () => {
  const named = [...readme.matchAll(/`((?:docs|deploy)\/[\w./-]+|[A-Z]+\.md|LICENSE)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named).toHaveLength(11);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  // The parts of a release, by tools/release/release.ts.
  expect(named.filter((path) => !/^(docs|deploy)\/|^(LICENSE|CHANGELOG)/.test(path))).toEqual([]);
});

test('starts the service with its first command', () => {
  const [line = ''] = readme.split('\n').filter((text) => text.endsWith(' npm start'));
  const words = line
    .trim()
    .split(' ')
    .filter((word) => word.includes('='));
  const env = Object.fromEntries(words.map((word) => word.split('=', 2)));
  expect(Object.keys(env)).toHaveLength(3);
  expect(parseConfig(env)).toMatchObject({ isProduction: true, stripe: { mode: 'sandbox' } });
});
