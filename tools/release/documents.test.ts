import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { documents } from './documents.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('a manual packed in the release links only to manuals in it', () => {
  const links = documents.flatMap((name) => {
    const text = readFileSync(join(root, 'docs', `${name}.md`), 'utf8');
    return [...text.matchAll(/\]\(((?!https?:)[^)#\s]+)/g)].map(([, path = '']) => join('docs', path));
  });
  const inRelease = documents.map((name) => `docs/${name}.md`);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((path) => dirname(path) === 'docs' && !inRelease.includes(path))).toEqual([]);
  expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
