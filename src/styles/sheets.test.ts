import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from '@tailwindcss/node';
import { Scanner } from '@tailwindcss/oxide';
import { describe, expect, test } from 'vitest';
import { namedClasses } from '../testing/named-classes.ts';
import { filesOfPage } from '../testing/page-files.ts';

/*
 * A component has its styles wherever a page uses it. What a page is made of is taken from its imports,
 * what its sheets know from Tailwind itself.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const publicSheet = fileURLToPath(new URL('site.css', import.meta.url));
const short = (file: string) => relative(root, file);

const pagesFolder = fileURLToPath(new URL('../pages', import.meta.url));
const pages = readdirSync(pagesFolder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.astro'))
  .map((name) => ({ name, ...filesOfPage(`${pagesFolder}/${name}`) }));

interface Sheet {
  /** The files whose class names it has rules for. */
  sources: string[];
  /** The classes that its rules speak of. */
  classes: Set<string>;
  /** How it takes daisyUI up, if it does. */
  daisyPlugin: string | undefined;
}

const sheets = new Map<string, Sheet>();
for (const path of new Set(pages.flatMap((page) => [...page.sheets])))
  sheets.set(path, await readSheet(path));

async function readSheet(path: string): Promise<Sheet> {
  const css = readFileSync(path, 'utf8');
  const compiler = await compile(css, { base: dirname(path), onDependency: () => {} });
  const scanner = new Scanner({ sources: compiler.sources });
  const built = compiler.build(scanner.scan());
  return {
    sources: scanner.files,
    classes: classesIn(built),
    daisyPlugin: /@plugin "daisyui" \{[^}]*\}/.exec(css)?.[0],
  };
}

/** @returns the names after the dots of a sheet, as an element's class attribute has them */
function classesIn(css: string): Set<string> {
  const names = css.matchAll(/\.((?:[\w-]|\\[0-9a-f]{1,6} ?|\\.|[^\0-\x7f])+)/gi);
  return new Set([...names].map(([, name = '']) => unescapeName(name)));
}

function unescapeName(name: string): string {
  return name
    .replace(/\\([0-9a-f]{1,6}) ?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\(.)/g, '$1');
}

/** @returns those of the classes that a sheet with these directives has rules for */
async function drawnBy(directives: string, classes: Iterable<string>): Promise<Set<string>> {
  const { build } = await compile(directives, { base: dirname(publicSheet), onDependency: () => {} });
  const before = classesIn(build([]));
  const drawn = classesIn(build([...classes]));
  return new Set([...classes].filter((name) => drawn.has(name) && !before.has(name)));
}

const daisy = (plugin: string) => `${plugin} @tailwind utilities;`;
const wholeDaisy = daisy('@plugin "daisyui" { themes: false; logs: false; }');
const sheetsOf = (page: (typeof pages)[number]) => [...page.sheets].flatMap((path) => sheets.get(path) ?? []);

test('a part of daisyUI is told from other classes', async () => {
  expect(await drawnBy(wholeDaisy, ['btn', 'no-part'])).toEqual(new Set(['btn']));
});

describe.each(pages)('$name', (page) => {
  const used = new Map([...page.markup].map((file) => [file, namedClasses(file)]));

  test('is made of files that its sheets read', () => {
    const read = new Set(sheetsOf(page).flatMap(({ sources }) => sources));
    expect([...page.markup].filter((file) => !read.has(file)).map(short)).toEqual([]);
  });

  test('names no class without a rule', () => {
    const known = new Set(sheetsOf(page).flatMap(({ classes }) => [...classes]));
    const unknown = [...used].flatMap(([file, classes]) =>
      [...classes].filter((name) => !known.has(name)).map((name) => `${name} in ${short(file)}`),
    );
    expect(unknown).toEqual([]);
  });

  test('has the parts of daisyUI that it names', async () => {
    const named = new Set([...used.values()].flatMap((classes) => [...classes]));
    const wanted = await drawnBy(wholeDaisy, named);
    const plugins = sheetsOf(page).flatMap(({ daisyPlugin }) => daisyPlugin ?? []);
    const drawn = await drawnBy(daisy(plugins.join('\n')), named);
    expect([...wanted].filter((name) => !drawn.has(name))).toEqual([]);
  });
});

const colour =
  /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgba?|hsla?|hwb|(?:ok)?(?:lab|lch)|color)\(/gi;

test('every colour is one of tailwind.config.mjs', () => {
  // What stands for other companies has colours of its own.
  const written = ['src', 'emails', 'pictures', 'public'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => /\.(css|astro|tsx?|m?js|svg|mjml)$/.test(name))
      .filter((name) => !/^src\/sandbox\/|\.test\.|\.generated\./.test(name))
      .flatMap((name) =>
        // A number sign after an ampersand begins a character's number.
        [...readFileSync(join(root, name), 'utf8').replaceAll('&#', '').matchAll(colour)].map(
          ([value]) => `${value} in ${name}`,
        ),
      ),
  );
  expect(written).toEqual([]);
});

const ownSheets = readdirSync(dirname(publicSheet))
  .filter((name) => name.endsWith('.css'))
  .map((name) => readFileSync(join(dirname(publicSheet), name), 'utf8').replace(/\/\*.*?\*\//gs, ''));

test("no sheet changes what one of Tailwind's own classes or animations means", async () => {
  const selectors = ownSheets.flatMap((css) => css.match(/[^;{}]+(?=\{)/g) ?? []);
  const classes = classesIn(selectors.join('\n'));
  expect(await drawnBy('@import "tailwindcss" source(none);', classes)).toEqual(new Set());
  expect(ownSheets.join('').match(/@keyframes (spin|ping|pulse|bounce)\b/g)).toBeNull();
});

test('no sheet selects an element by its id', () => {
  // Radix makes ids up as it goes.
  expect(ownSheets.flatMap((css) => css.match(/\[id\b|(^|[\s,>+~(])#[a-z]/gm) ?? [])).toEqual([]);
});

test('the public sheet reads no folder that no public page uses', () => {
  const used = pages.filter((page) => page.sheets.has(publicSheet)).flatMap(({ markup }) => [...markup]);
  const folders = new Set(used.map((file) => dirname(file)));
  const unused = sheets.get(publicSheet)?.sources.filter((file) => !folders.has(dirname(file)));
  expect(unused?.map(short)).toEqual([]);
});
