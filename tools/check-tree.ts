import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/*
 * Part of `npm run check`: a folder of `src` has at most 20 product files, a file at most 300 lines.
 * `.dependency-cruiser.mjs` says which folder may import which.
 */

const maxFiles = 20;
const maxLines = 300;
const exceptions: Record<string, string> = {
  emails: 'two files for each mail',
  'src/assets/cards': 'one drawing for each card',
  'src/demo/sample-shop/letters': 'one text for each customer of the sample month',
};

const files = execFileSync('git', ['ls-files', 'src', 'db', 'emails'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && !/\.test\.tsx?$|-testing\.tsx?$|^db\/migrations\//.test(path));

const large = files
  .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }))
  .filter(({ lines }) => lines > maxLines)
  .map(({ path, lines }) => `${path} has ${lines} lines. Split it: ${maxLines} are the most.`);
const full = [...Map.groupBy(files, (path) => dirname(path))]
  .filter(([folder, its]) => its.length > maxFiles && !(folder in exceptions))
  .map(([folder, its]) => `${folder} has ${its.length} files. Group them: ${maxFiles} are the most.`);

for (const problem of [...large, ...full]) console.error(problem);
if (large.length + full.length > 0) process.exit(1);
