import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Library = ReturnType<typeof readLibraries>[number];

interface Manifest {
  name: string;
  version: string;
  license?: string | { type: string };
  repository?: string | { url: string };
}

const licenseFile = /^(licen[cs]e|copying|notice|ofl)(?![\w.-]*\.(\w?[jt]s|json|map)$)([._-][\w.-]*)?$/i;

/** Licenses with a fixed text, used when a package lacks it. */
const commonTexts: Readonly<Record<string, readonly string[]>> = {
  'Apache-2.0': ['Apache-2.0.txt'],
  // The LGPL supplements the GPL.
  'LGPL-3.0-or-later': ['LGPL-3.0.txt', 'GPL-3.0.txt'],
};

/** Packages without a license text, and those of the same authors and license that have it. */
const sameTexts: Readonly<Record<string, string>> = {
  '@hono/zod-validator': 'hono',
  // A copy of picocolors.
  piccolore: 'picocolors',
  'react-remove-scroll-bar': 'react-remove-scroll',
  brotli: 'pdfkit',
  dfa: 'pdfkit',
  fontkit: 'pdfkit',
};

const textFolder = new URL('./licenses/', import.meta.url);

/** Throws when a license text is missing: the library may not be redistributed without it. */
export function readLibraries(root: string, folders: readonly string[]) {
  const read = folders.map((folder) => ({
    ...readManifest(root, folder),
    own: ownTexts(join(root, folder)),
  }));
  const missing: string[] = [];
  const libraries = read.map(({ name, version, license, repository, own, licensing }) => {
    const sister = () =>
      read.find((other) => repository !== '' && other.repository === repository && other.own.length > 0);
    const found =
      [own, common(license), sister()?.own, same(root, name)].find((texts) => texts?.length) ?? [];
    if (found.length === 0) missing.push(`${name} ${version} (${license})`);
    return { name, version, license, texts: [...licensing, ...found] };
  });
  if (missing.length > 0) {
    throw new Error(
      `No text of a license is found for ${missing.join(', ')}: say in tools/release/libraries.ts where it is, or leave the library out.`,
    );
  }
  const byName = new Map(libraries.map((library) => [`${library.name}@${library.version}`, library]));
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readManifest(root: string, folder: string) {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const { name, version, license = 'no license named', repository = '' } = manifest;
  const url = typeof repository === 'string' ? repository : repository.url;
  return {
    name,
    version,
    license: typeof license === 'string' ? license : license.type,
    repository: url.replace(/^git\+|\.git$/g, ''),
    licensing: licensingOf(join(root, folder)),
  };
}

function ownTexts(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => licenseFile.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').trim());
}

/** Returns what a README says about the libraries in a binary, such as those of sharp. */
function licensingOf(folder: string): string[] {
  const path = join(folder, 'README.md');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const section = /^## Licensing\n[\s\S]*third-party[\s\S]*?(?=^## |(?![\s\S]))/m.exec(text)?.[0];
  return section === undefined ? [] : [section.trim()];
}

function common(license: string): string[] | undefined {
  return commonTexts[license]?.map((name) => readFileSync(new URL(name, textFolder), 'utf8').trim());
}

function same(root: string, name: string): string[] {
  const other = sameTexts[name];
  return other === undefined ? [] : ownTexts(join(root, 'node_modules', other));
}

export function composeLicenses(libraries: readonly Library[]): string {
  const users = new Map<string, string[]>();
  for (const { name, version, texts } of libraries) {
    for (const text of texts) users.set(text, [...(users.get(text) ?? []), `${name} ${version}`]);
  }
  const list = libraries.map(({ name, version, license }) => `${name} ${version}: ${license}`);
  const texts = [...users].map(([text, names]) => `${line}\n${names.join('\n')}\n${line}\n\n${text}`);
  return `${head}\n\n${list.join('\n')}\n\n${texts.join('\n\n')}\n`;
}

const line = '='.repeat(80);
const head = `Career Tarot contains the work of others, under licenses of their own. Who they are and what each license is called
comes first; then every text, below the names of those who use it.`;
