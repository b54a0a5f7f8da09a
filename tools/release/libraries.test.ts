import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { folderOfFile } from '../../tests/kit/temporary-folder.ts';
import { letterFontFile, letterFonts } from '../fonts/letter-fonts.ts';
import { composeLicenses, readLibraries } from './libraries.ts';
import { librariesOfStyles, libraryOf } from './library-list.ts';

const root = folderOfFile();

/** @returns the folder of a library that is installed for the test */
function install(name: string, license: string, files: Record<string, string> = {}, repository?: string) {
  const folder = `node_modules/${name}`;
  mkdirSync(join(root, folder), { recursive: true });
  const manifest = JSON.stringify({ name, version: '1.0.0', license, repository });
  for (const [file, text] of Object.entries({ ...files, 'package.json': manifest })) {
    writeFileSync(join(root, folder, file), text);
  }
  return folder;
}

test('lists every library with its license and each shared text once', () => {
  const folders = [
    install('wheel', 'MIT', { LICENSE: 'Copyright Ada\n' }),
    install('@deck/star', 'MIT', { 'licence.txt': 'Copyright Ada', NOTICE: 'With thanks to Grace' }),
    install('moon', 'OFL-1.1', { 'LICENSE.txt': 'The font', 'license-check.js': 'not a text' }),
  ];
  const text = composeLicenses(readLibraries(root, folders));
  expect(text).toContain('@deck/star 1.0.0: MIT\nmoon 1.0.0: OFL-1.1\nwheel 1.0.0: MIT\n');
  expect(text.split('Copyright Ada')).toHaveLength(2);
  expect(text).toMatch(/\n@deck\/star 1\.0\.0\nwheel 1\.0\.0\n=+\n\nCopyright Ada\n/);
  expect(text).toContain('With thanks to Grace');
  expect(text).not.toContain('not a text');
});

test('includes a font’s own license beside its package’s license', () => {
  const [font] = readLibraries(root, [
    install('sun', 'MIT', { LICENSE: 'Copyright Ada', LICENSE_FONT: 'OFL' }),
  ]);
  expect(font?.texts).toEqual(['Copyright Ada', 'OFL']);
});

test('includes the font license for each font of a letter’s PDF', () => {
  const project = fileURLToPath(new URL('../../', import.meta.url));
  const paths = letterFonts.map(({ name }) => libraryOf(letterFontFile(name)) ?? name);
  for (const { name, texts } of readLibraries(project, paths))
    expect([name, texts.join()]).toEqual([name, expect.stringContaining('SIL OPEN FONT LICENSE')]);
});

test('uses the main package’s license for a platform package', () => {
  const folders = [
    install('salt', 'MIT', { LICENSE: 'Copyright Salt' }, 'git+https://code.example/salt.git'),
    install('salt-linux-x64', 'MIT', {}, 'https://code.example/salt'),
  ];
  expect(readLibraries(root, folders).map(({ texts }) => texts)).toEqual([
    ['Copyright Salt'],
    ['Copyright Salt'],
  ]);
});

test('uses the standard text of a license that a package lacks', () => {
  const [apache, lgpl] = readLibraries(root, [
    install('a-patient-one', 'Apache-2.0'),
    install('b-lesser-one', 'LGPL-3.0-or-later', {
      'README.md': '# B\n\n## Licensing\n\nThird-party: and third-party c.\n',
    }),
  ]);
  expect(apache?.texts.join()).toContain('Apache License');
  expect(lgpl?.texts.join()).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
  expect(lgpl?.texts.join()).toContain('GNU GENERAL PUBLIC LICENSE');
  expect(lgpl?.texts[0]).toContain('third-party c.');
});

test('stops the release at a library without a license text', () => {
  const folders = [install('wheel', 'MIT', { LICENSE: 'Copyright Ada' }), install('hermit', 'MIT')];
  expect(() => readLibraries(root, folders)).toThrow(
    /No text of a license is found for hermit 1\.0\.0 \(MIT\):/,
  );
});

test.each([
  ['/home/ada/shop/src/server/main.ts', null],
  ['\0astro:content', null],
  ['\0vite/preload-helper.js', 'node_modules/vite'],
  ['\0rolldown/runtime.js', 'node_modules/rolldown'],
  ['node_modules/@fontsource-variable/fraunces/files/a.woff2', 'node_modules/@fontsource-variable/fraunces'],
  ['src/styles/fonts/fraunces-500.generated.woff2', 'node_modules/@fontsource-variable/fraunces'],
  ['src/styles/fonts/letter-400.generated.ttf', 'node_modules/@expo-google-fonts/fraunces'],
  ['/home/ada/shop/src/styles/fonts/letter-math.generated.ttf', 'node_modules/@fontsource/noto-sans-math'],
  [fileURLToPath(new URL('../../node_modules/hono/dist/hono.js?url', import.meta.url)), 'node_modules/hono'],
  [
    `\0${fileURLToPath(new URL('../../node_modules/a/node_modules/@b/c/d.js', import.meta.url))}`,
    'node_modules/a/node_modules/@b/c',
  ],
])('traces %j to the library %s', (id, library) => {
  expect(libraryOf(id)).toBe(library);
});

test('names exactly the libraries the style sheets import', () => {
  const styles = new URL('../../src/styles/', import.meta.url);
  const named = readdirSync(styles)
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) => [
      ...readFileSync(new URL(name, styles), 'utf8').matchAll(/@(?:import|plugin) "([^."][^"/]*)/g),
    ])
    .map(([, name]) => `node_modules/${name}`);
  expect([...new Set(named)].sort()).toEqual([...librariesOfStyles].sort());
});
