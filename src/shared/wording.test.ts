import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Everything that customers and the people who work here get to read is written in these. */
const places = ['src', 'emails', 'db', 'docs', 'README.md'];
const root = new URL('../../', import.meta.url).pathname;

function filesIn(place: string): string[] {
  if (place.endsWith('.md')) return [place];
  return readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|astro|css|mjml|txt|md)$/.test(name))
    .map((name) => join(place, name));
}

test('spells "email" the same way everywhere', () => {
  const otherwise = places.flatMap(filesIn).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((text, index) => `${file}:${index + 1}: ${text.trim()}`)
      .filter((line) => /\be[-\u2010\u2011 ]mail/i.test(line) || /\beMail/.test(line)),
  );
  expect(otherwise).toEqual([]);
});
