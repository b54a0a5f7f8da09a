import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/*
 * `npm run weight`: prints how many lines of code and words of documents the repository has, by kind. Counts
 * every tracked file as formatted, without migrations and generated files.
 */

const code = /\.(ts|tsx|astro|css|mjml|js|mjs|sh)$|^(bin|deploy|\.ci)\/|^emails\/.*\.txt$/;
const generated = /generated|migrations\/|package-lock/;
const tests = /\.test\.tsx?$|\.(e2e|built)\.ts$|^tests\/(faults|built|browsers)\//;
const support = /^(tests|tools)\/|^src\/(sandbox|demo)\/|-testing\.tsx?$/;
const product = /^(src|db|emails|bin)\//;

type Kind = 'product' | 'support' | 'tests' | 'configuration';

const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
const counts = new Map<Kind, { lines: number; files: number }>();
const folders = new Map<string, number>();

for (const path of tracked.filter((each) => code.test(each) && !generated.test(each))) {
  const lines = readFileSync(path, 'utf8').split('\n').length - 1;
  const count = counts.get(kindOf(path)) ?? { lines: 0, files: 0 };
  counts.set(kindOf(path), { lines: count.lines + lines, files: count.files + 1 });
  if (kindOf(path) !== 'product') continue;
  const folder = /^src\/(server|features)\/[^/]+|^[^/]+(\/[^/]+(?=\/))?/.exec(path)?.[0] ?? path;
  folders.set(folder, (folders.get(folder) ?? 0) + lines);
}

const words = tracked
  .filter((path) => path.endsWith('.md') && !path.includes('/licenses/'))
  .reduce((sum, path) => sum + readFileSync(path, 'utf8').split(/\s+/).filter(Boolean).length, 0);

for (const kind of ['product', 'support', 'tests', 'configuration'] as const) {
  const { lines, files } = counts.get(kind) ?? { lines: 0, files: 0 };
  console.log(`${kind.padEnd(14)} ${String(lines).padStart(7)} lines ${String(files).padStart(6)} files`);
}
const inSource = tracked.filter((path) => path.startsWith('src/') && path.split('/').length > 2);
console.log(`folders of src ${String(new Set(inSource.flatMap(foldersOf)).size).padStart(7)}`);
console.log(`documents      ${String(words).padStart(7)} words`);
console.log('\nproduct by folder');
for (const [folder, lines] of [...folders].sort(([, a], [, b]) => b - a)) {
  console.log(`${String(lines).padStart(7)} ${folder}`);
}

function kindOf(path: string): Kind {
  if (tests.test(path)) return 'tests';
  if (support.test(path)) return 'support';
  return product.test(path) ? 'product' : 'configuration';
}

/** Returns the folders below `src` that contain a file. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.slice(1).map((_, index) => parts.slice(0, index + 2).join('/'));
}
