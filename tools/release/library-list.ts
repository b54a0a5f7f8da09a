import { mkdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { letterFontFile, letterFonts } from '../fonts/letter-fonts.ts';

/** Each build leaves a list of its libraries here. */
export const listFolder = fileURLToPath(new URL('../../dist/libraries', import.meta.url));

const root = fileURLToPath(new URL('../..', import.meta.url))
  .split(sep)
  .join('/');

export const librariesOfStyles = ['node_modules/tailwindcss', 'node_modules/daisyui'];

/** Fonts that are cut for each build (tools/fonts/cut.ts). */
const cutFont = /(?:^|\/)src\/styles\/fonts\/([a-z]+)-[\w-]+\.generated\.woff2/;

interface Output {
  type: 'chunk' | 'asset';
  fileName: string;
  moduleIds?: string[];
  originalFileNames?: string[];
}

/** Returns a Vite and Rolldown plugin that lists a bundle's libraries. @param name where Vite has no name for it */
export function libraryList(name?: string) {
  return {
    name: 'library-list',
    writeBundle(
      this: { environment?: { name: string } },
      _options: unknown,
      bundle: Record<string, Output>,
    ): void {
      const found = new Set<string>();
      for (const file of Object.values(bundle)) {
        if (isFontOfNobody(file))
          throw new Error(`Whose is ${file.fileName}? tools/release/library-list.ts is to know.`);
        if (file.fileName.endsWith('.css')) for (const library of librariesOfStyles) found.add(library);
        for (const id of [...(file.moduleIds ?? []), ...(file.originalFileNames ?? [])]) {
          const library = libraryOf(id);
          if (library !== null) found.add(library);
        }
      }
      mkdirSync(listFolder, { recursive: true });
      const list = join(listFolder, `${name ?? this.environment?.name}.json`);
      writeFileSync(list, `${JSON.stringify([...found].sort(), null, 2)}\n`);
    },
  };
}

/** Returns the folder of a module's library, from the root of the project; null when the module is ours. */
export function libraryOf(id: string): string | null {
  const bundler = /^\0(vite|rolldown)\//.exec(id)?.[1];
  if (bundler !== undefined) return `node_modules/${bundler}`;
  const path = id.replace(/^\0+/, '').split(sep).join('/').replace(root, '');
  const font = cutFont.exec(path)?.[1];
  if (font !== undefined) return `node_modules/@fontsource-variable/${font}`;
  const letterFont = letterFonts.find(({ name }) => path.endsWith(letterFontFile(name)));
  if (letterFont) return libraryOf(`node_modules/${letterFont.source}`);
  return /^(.*\/)?node_modules\/(@[^/]+\/)?[^/?]+/.exec(path)?.[0] ?? null;
}

function isFontOfNobody({ fileName, originalFileNames = [] }: Output): boolean {
  return /\.(woff2?|ttf|otf)$/.test(fileName) && !originalFileNames.some((name) => libraryOf(name) !== null);
}
