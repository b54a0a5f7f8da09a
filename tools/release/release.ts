import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { requireWritableFolder } from '../../src/server/ops/backups/path-access.ts';
import { letterFontFile, letterFonts } from '../fonts/letter-fonts.ts';
import { documents } from './documents.ts';
import { composeLicenses, readLibraries } from './libraries.ts';
import { libraryOf, listFolder } from './library-list.ts';
import { pack } from './pack.ts';
import { binaryLibraries, bytesIn, productionPackages } from './production-packages.ts';
import { composeReadme } from './readme.ts';
import { requireVersion } from './version.ts';

/*
 * The last step of `npm run release`: puts the build and this system's binary libraries into a folder that
 * runs by itself, and that folder into an archive. With `--folder PATH` it makes only the folder. The version
 * is that of package.json, of `--version` or of RELEASE_VERSION.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const system = `${process.platform}${isMusl() ? 'musl' : ''}-${process.arch}`;

const fontFiles = letterFonts.map(({ name }) => letterFontFile(name));
const parts = [
  ...['bin', 'dist', 'db/migrations', 'deploy', ...documents.map((name) => `docs/${name}.md`)],
  ...readdirSync(root).filter((name) => /^(LICENSE|CHANGELOG)/.test(name)),
  // Commands contact no registry.
  '.npmrc',
  // Read at run time.
  ...['src/sandbox/browser', 'src/sandbox/pages/sandbox.css', 'src/demo/sample-shop/letters'],
  'src/demo/sample-shop/portraits',
  'src/assets/cards',
  ...fontFiles,
];

/** A module keeps its source's address in the bundle (rolldown.config.ts), and finds its files from there. */
const address = /new URL\((["'`])([^"'`]+)\1,\s*new URL\((["'`])([^"'`$]+)\3,\s*import\.meta\.url\)\.href\)/g;

const leftOut = /dist[\\/](compiled|libraries)$|_snapshot\.json$|\.ts$/;

try {
  const { values } = parseArgs({ options: { folder: { type: 'string' }, version: { type: 'string' } } });
  const version = requireVersion(values.version ?? (process.env.RELEASE_VERSION || manifest.version));
  const name = `career-tarot-${version}-${system}`;
  const folder = values.folder ?? join(root, 'release', name);
  release(folder, values.folder === undefined ? join(root, 'release', `${name}.tar.gz`) : null, version);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function release(folder: string, archive: string | null, version: string): void {
  if (archive === null && existsSync(folder))
    throw new Error(`${folder} is there already. Choose another one.`);
  requireWritableFolder(dirname(resolve(folder)));
  const packages = productionPackages(root);
  const steps: [string, () => void][] = [
    ['licenses', () => writeLicenses(folder, packages)],
    ['program', () => copyProgram(folder)],
    [`libraries for ${system}`, () => copyPackages(packages, folder)],
    ['package.json and README.md', () => writeManifest(folder, version)],
    ['files that the program reads', () => requireFiles(folder)],
    ...(archive === null ? [] : [['archive', () => pack(folder, archive)] satisfies [string, () => void]]),
  ];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [what, work] of steps) {
    console.log(`${what} …`);
    work();
  }
  console.log(`\n${folder}: ${megabytes(bytesIn(folder))}`);
  if (archive === null) return;
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(`${archive}.sha256`, `${sum}  ${basename(archive)}\n`);
  console.log(`${archive}: ${megabytes(statSync(archive).size)}\nsha256 ${sum}`);
}

function writeLicenses(folder: string, packages: readonly string[]): void {
  const lists = readdirSync(listFolder).map((name) => readFileSync(join(listFolder, name), 'utf8'));
  const bundled: string[] = lists.flatMap((list) => JSON.parse(list));
  bundled.push(...fontFiles.map((path) => libraryOf(path)).filter((library) => library !== null));
  const libraries = readLibraries(root, [...new Set([...packages, ...bundled])]);
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), composeLicenses(libraries));
}

function copyProgram(folder: string): void {
  for (const part of parts.filter((name) => existsSync(join(root, name)))) {
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (source) => !leftOut.test(source),
    });
  }
}

function copyPackages(packages: readonly string[], folder: string): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const path of packages) {
    const { version } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    const { version: locked } = lock.packages[path];
    if (version !== locked) throw new Error(`${path} is ${version}, not ${locked}. Run: npm ci`);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: isOfUse });
  }
}

/** Returns whether a file is needed: sources and other systems' files are two thirds of better-sqlite3. */
function isOfUse(source: string): boolean {
  const [, inside = ''] = source.split(/node_modules[\\/]better-sqlite3[\\/]/);
  if (/^(deps|src|binding\.gyp)/.test(inside)) return false;
  return !inside.endsWith('.node') || basename(inside) === `${system}.node`;
}

function writeManifest(folder: string, version: string): void {
  const { name, license, type, engines } = manifest;
  const dependencies = Object.fromEntries(binaryLibraries.map((name) => [name, manifest.dependencies[name]]));
  const scripts = Object.fromEntries(
    Object.entries<string>(manifest.scripts)
      .map(([script, line]) => [script, line.split(' && ').at(-1) ?? ''])
      .filter(([, line]) => line?.includes('bin/career-tarot.js')),
  );
  const own = { name, version, license, private: true, type, engines, scripts, dependencies };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
  writeFileSync(
    join(folder, 'README.md'),
    composeReadme(`career-tarot-${version}-${system}`, version, engines.node),
  );
}

function requireFiles(folder: string): void {
  const missing = filesReadBy(join(folder, 'dist/service')).filter((path) => !existsSync(join(folder, path)));
  if (missing.length > 0) {
    throw new Error(`The program reads ${missing.join(', ')}: name it in tools/release/release.ts.`);
  }
}

/** Lists the files that a bundle's programs read, by paths from the root; folders for computed names. */
function filesReadBy(folder: string): string[] {
  const found = new Set<string>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    for (const [, , path = '', , source = ''] of readFileSync(join(folder, name), 'utf8').matchAll(address)) {
      // From sources, child processes run sources; here they are bundles as well.
      if (path.endsWith('.ts')) continue;
      found.add(posix.join('dist/service', posix.dirname(source), path.replace(/[^/]*\$\{.*/, '')));
    }
  }
  return [...found].sort();
}

/** Returns whether this Linux has another C library, such as Alpine, which needs its own binaries. */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
