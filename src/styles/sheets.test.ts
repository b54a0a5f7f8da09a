import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from '@tailwindcss/node';
import { Scanner } from '@tailwindcss/oxide';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/*
 * A component has its styles wherever a page uses it. What a page is made of is taken from its imports,
 * what its sheets know from Tailwind itself.
 */

/** Modules without markup: their words are no class names. */
const isLogic = (file: string) => /\/src\/(features|lib|shared|server)\/.*\.ts$/.test(file);

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

/** @returns the classes that a sheet with these directives has rules for */
async function drawnBy(directives: string, classes: Iterable<string>): Promise<Set<string>> {
  const { build } = await compile(directives, { base: dirname(publicSheet), onDependency: () => {} });
  const before = classesIn(build([]));
  const drawn = classesIn(build([...classes]));
  return new Set([...classes].filter((name) => drawn.has(name) && !before.has(name)));
}

const daisy = (plugin: string) => `${plugin} @tailwind utilities;`;
const wholeDaisy = daisy('@plugin "daisyui" { themes: false; logs: false; }');
const sheetsOf = (page: (typeof pages)[number]) => [...page.sheets].flatMap((path) => sheets.get(path) ?? []);

test('distinguishes daisyUI classes from others', async () => {
  expect(await drawnBy(wholeDaisy, ['btn', 'no-part'])).toEqual(new Set(['btn']));
});

describe.each(pages)('$name', (page) => {
  const used = new Map([...page.markup].map((file) => [file, namedClasses(file)]));

  test('uses only files that its style sheets scan', () => {
    const read = new Set(sheetsOf(page).flatMap(({ sources }) => sources));
    expect([...page.markup].filter((file) => !read.has(file)).map(short)).toEqual([]);
  });

  test('uses no class without a rule', () => {
    const known = new Set(sheetsOf(page).flatMap(({ classes }) => [...classes]));
    const unknown = [...used].flatMap(([file, classes]) =>
      [...classes].filter((name) => !known.has(name)).map((name) => `${name} in ${short(file)}`),
    );
    expect(unknown).toEqual([]);
  });

  test('includes every daisyUI part that its page uses', async () => {
    const named = new Set([...used.values()].flatMap((classes) => [...classes]));
    const wanted = await drawnBy(wholeDaisy, named);
    const plugins = sheetsOf(page).flatMap(({ daisyPlugin }) => daisyPlugin ?? []);
    const drawn = await drawnBy(daisy(plugins.join('\n')), named);
    expect([...wanted].filter((name) => !drawn.has(name))).toEqual([]);
  });
});

const color =
  /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgba?|hsla?|hwb|(?:ok)?(?:lab|lch)|color)\(/gi;

test('defines every color in tailwind.config.mjs', () => {
  // What stands for other companies has colors of its own.
  const written = ['src', 'emails', 'tools', 'public'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => /\.(css|astro|tsx?|m?js|svg|mjml)$/.test(name))
      .filter((name) => !/^src\/sandbox\/|\.test\.|\.generated\./.test(name))
      .flatMap((name) =>
        // A number sign after an ampersand begins a character's number.
        [...readFileSync(join(root, name), 'utf8').replaceAll('&#', '').matchAll(color)].map(
          ([value]) => `${value} in ${name}`,
        ),
      ),
  );
  expect(written).toEqual([]);
});

const ownSheets = readdirSync(dirname(publicSheet))
  .filter((name) => name.endsWith('.css'))
  .map((name) => readFileSync(join(dirname(publicSheet), name), 'utf8').replace(/\/\*.*?\*\//gs, ''));

test("overrides none of Tailwind's own classes or animations", async () => {
  const selectors = ownSheets.flatMap((css) => css.match(/[^;{}]+(?=\{)/g) ?? []);
  const classes = classesIn(selectors.join('\n'));
  expect(await drawnBy('@import "tailwindcss" source(none);', classes)).toEqual(new Set());
  expect(ownSheets.join('').match(/@keyframes (spin|ping|pulse|bounce)\b/g)).toBeNull();
});

test('selects no element by its id', () => {
  // Radix makes ids up as it goes.
  expect(ownSheets.flatMap((css) => css.match(/\[id\b|(^|[\s,>+~(])#[a-z]/gm) ?? [])).toEqual([]);
});

test('scans no folder in the public sheet that no public page uses', () => {
  const used = pages.filter((page) => page.sheets.has(publicSheet)).flatMap(({ markup }) => [...markup]);
  const folders = new Set(used.map((file) => dirname(file)));
  const unused = sheets.get(publicSheet)?.sources.filter((file) => !folders.has(dirname(file)));
  expect(unused?.map(short)).toEqual([]);
});

/** What a page is made of, by absolute path. */
interface PageFiles {
  /** Where classes can be named: `.astro`, `.tsx`, and the modules beside them. */
  markup: Set<string>;
  /** The style sheets, as the files import them. */
  sheets: Set<string>;
}

/** Follows the imports from a page, those included that only happen when they are called. */
function filesOfPage(page: string): PageFiles {
  const seen = new Set([page]);
  for (const file of seen) {
    if (/\.(astro|tsx?)$/.test(file)) for (const imported of importsOf(file)) seen.add(imported);
  }
  const files = [...seen];
  return {
    markup: new Set(files.filter((file) => /\.(astro|tsx?)$/.test(file) && !isLogic(file))),
    sheets: new Set(files.filter((file) => file.endsWith('.css'))),
  };
}

/** @returns the project's own files that a file imports; types leave nothing in a page */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const code = file.endsWith('.astro') ? scriptsOf(text) : text;
  const { importedFiles } = ts.preProcessFile(code.replace(/^import type\b[^;]*;/gm, ''), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => resolve(dirname(file), fileName.replace(/\?.*$/, '')));
}

/** @returns what an `.astro` file runs: on the server between its fences, in the browser in its scripts */
function scriptsOf(text: string): string {
  const { code, template } = splitAstro(text);
  const scripts = [...template.matchAll(/<script[^>]*>(.*?)<\/script>/gs)];
  return [code, ...scripts.map(([, script]) => script)].join('\n');
}

/** Takes an `.astro` file apart into its code and its template. */
function splitAstro(text: string): { code: string; template: string } {
  const [, code = '', template = text] = /^---\n(.*?)^---$(.*)/ms.exec(text) ?? [];
  return { code, template };
}

/**
 * The classes that a file gives to elements: the words in its `class` and `className` attributes, in whatever
 * they choose between, and in the constants of the same file that they name.
 */
function namedClasses(file: string): Set<string> {
  const source = parse(file);
  const constants = new Map<string, ts.Expression>();
  const attributes: ts.JsxAttribute[] = [];
  const look = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      constants.set(node.name.text, node.initializer);
    }
    if (ts.isJsxAttribute(node) && /^class$|^class:list$|className$/i.test(node.name.getText(source))) {
      attributes.push(node);
    }
    node.forEachChild(look);
  };
  look(source);

  const classes = new Set<string>();
  const seen = new Set<ts.Node>();
  const collect = (node: ts.Node) => {
    if (seen.has(node)) return;
    seen.add(node);
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
      for (const name of node.text.split(/\s+/)) if (name) classes.add(name);
    } else if (ts.isIdentifier(node)) {
      const meant = constants.get(node.text);
      if (meant) collect(meant);
    } else if (!isComparison(node)) {
      node.forEachChild(collect);
    }
  };
  for (const { initializer } of attributes) if (initializer) collect(initializer);
  return classes;
}

/** `tone === 'error'` names a tone, not a class. */
function isComparison(node: ts.Node): boolean {
  return ts.isBinaryExpression(node) && /^([!=]==|[<>]=?)$/.test(node.operatorToken.getText());
}

/** An `.astro` template is as good as JSX once its scripts and its doctype are gone. */
function parse(file: string): ts.SourceFile {
  const text = readFileSync(file, 'utf8');
  let code = text;
  if (file.endsWith('.astro')) {
    const parts = splitAstro(text);
    const template = parts.template.replace(/<!doctype html>|<script.*?<\/script>|<style.*?<\/style>/gs, '');
    code = `${parts.code}\ndefault <>${template}</>;`;
  }
  return ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
}
