import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';

/** What a page is made of, by absolute path. */
export interface PageFiles {
  /** Where classes can be named: `.astro`, `.tsx`, and the modules beside them. */
  markup: Set<string>;
  /** The style sheets, as the files import them. */
  sheets: Set<string>;
}

/** Modules without markup: their words are no class names. */
const isLogic = (file: string) => /\/src\/(client|shared|server)\/.*\.ts$/.test(file);

/** Follows the imports from a page, those included that only happen when they are called. */
export function filesOfPage(page: string): PageFiles {
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
export function splitAstro(text: string): { code: string; template: string } {
  const [, code = '', template = text] = /^---\n(.*?)^---$(.*)/ms.exec(text) ?? [];
  return { code, template };
}
