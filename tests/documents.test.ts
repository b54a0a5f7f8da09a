import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { trees } from '../.dependency-cruiser.mjs';

/* What comments and documents lead to has to be there. */

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['bin', 'src', 'db', 'emails', 'tests', 'tools', 'deploy', 'docs'];
const files = [
  ...readdirSync(root).filter((name) => /\.(md|ts|mjs|json)$/.test(name)),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ),
].filter((name) => /\.\w+$/.test(name));
const texts = files
  .filter((name) => /\.(ts|tsx|js|mjs|astro|css|mjml|txt|sql|md)$/.test(name))
  .map((name) => ({ name, text: read(name) }));
const documents = texts.filter(({ name }) => name.endsWith('.md'));

function read(name: string): string {
  return readFileSync(join(root, name), 'utf8');
}

/** @returns all that a pattern's first group finds in the texts, with the file it was found in */
function findAll(among: typeof texts, pattern: RegExp): { name: string; cited: string }[] {
  return among.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)].map(([, cited = '']) => ({ name, cited })),
  );
}

/** A name in capitals stands for any, and what is generated comes with the build. */
const needNotExist = (cited: string) => /NNN|NAME|\.generated\./.test(cited);

test('cites only documents that exist', () => {
  const citations = findAll(texts, /(?<![\w./-])((?:[\w.-]+\/)*[\w-]+\.md)\b/g);
  expect(citations.length).toBeGreaterThan(40);
  const lost = citations.filter(
    ({ name, cited }) =>
      !needNotExist(cited) && !existsSync(join(root, cited)) && !existsSync(join(root, dirname(name), cited)),
  );
  expect(lost).toEqual([]);
});

test('cites only sections of docs/product.md that exist', () => {
  const sections = [...read('docs/product.md').matchAll(/^## (\d+)\. /gm)].map(([, number]) => number);
  const citations = findAll(texts, /product\.md((?:(?:,| and)? §\d+)+)/g).flatMap(({ name, cited }) =>
    [...cited.matchAll(/§(\d+)/g)].map(([, section]) => ({ name, section })),
  );
  expect(citations.length).toBeGreaterThan(20);
  expect(citations.filter(({ section }) => !sections.includes(section))).toEqual([]);
});

test('names only files that exist', () => {
  const paths = files.map((name) => `/${name}`);
  const comments = texts.map(({ name, text }) => ({ name, text: commentsOf(text) }));
  const named = [
    ...findAll(documents, /`([\w./-]+\.(?:tsx?|mjs|js|astro|css|mjml|txt|sql))`/g),
    ...findAll(comments, /(?<![\w./*-])((?:[\w.-]+\/)*[\w-]+(?:\.\w+)*\.(?:tsx?|mjs|astro|mjml))\b/g),
  ];
  expect(named.length).toBeGreaterThan(80);
  const lost = named.filter(
    ({ cited }) =>
      !needNotExist(cited) && !paths.some((path) => path.endsWith(`/${cited.replace('../', '')}`)),
  );
  expect(lost).toEqual([]);
});

test('links only to existing files and headings', () => {
  const links = findAll(documents, /\]\(((?!https?:)[^)\s]+)\)/g);
  expect(links.length).toBeGreaterThan(20);
  const lost = links.filter(({ name, cited }) => {
    const [path = '', heading] = cited.split('#');
    const target = path === '' ? name : join(dirname(name), path);
    if (!existsSync(join(root, target))) return true;
    return heading !== undefined && !anchorsOf(read(target)).includes(heading);
  });
  expect(lost).toEqual([]);
});

/** @returns the lines of a file that begin as comments do */
function commentsOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => /^\s*(\/\/|\/?\*)/.test(line))
    .join('\n');
}

/** @returns what a Markdown text's headings are linked by */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replace(/\s/g, '-'),
  );
}

test.each([
  ['the guide', ['docs/self-hosting.md'], 1_200],
  ['all documents together', documents.map(({ name }) => name), 20_000],
])('%s stays within its word limit', (_what, names, most) => {
  const words = names.flatMap((name) => read(name).split(/\s+/).filter(Boolean));
  expect(words.length).toBeLessThanOrEqual(most);
});

test('documents the same layers that the check enforces', () => {
  const [, server = '', browser = ''] = read('docs/architecture.md').split('|---|---|---|');
  const drawn = (picture: string) =>
    [...picture.matchAll(/^\| \d* ?\| `([^`]+?)\/?`(?:,[^|]+)? \| (?!what it is for)/gm)].map(
      ([, place]) => place,
    );
  expect(drawn(server)).toEqual(trees.server.flat());
  expect(drawn(browser)).toEqual(trees.features.flat());
});
