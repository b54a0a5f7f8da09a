import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { allPictures, pictureFolder } from './e2e/screens/screens.ts';

/* `npm run approve-pictures [-- PART-OF-A-NAME]`: takes the pictures again, and keeps those that differ. */

mkdirSync(pictureFolder, { recursive: true });
const [part = ''] = process.argv.slice(2);
const { status } = spawnSync(
  'playwright',
  ['test', '--project=screens', '--update-snapshots=changed', '--grep', `${part}.* looks as approved`],
  { stdio: 'inherit' },
);

const wanted = new Set(allPictures());
let bytes = 0;
for (const name of readdirSync(pictureFolder)) {
  const path = join(pictureFolder, name);
  if (!wanted.has(name)) {
    rmSync(path);
    continue;
  }
  const picture = sharp(readFileSync(path));
  // With a palette they take a third of the room: a rare color becomes its neighbor, by less than the comparison notices.
  if (!(await picture.metadata()).isPalette) {
    writeFileSync(path, await picture.png({ palette: true, dither: 0, compressionLevel: 9 }).toBuffer());
  }
  bytes += statSync(path).size;
}
console.log(
  `\n${wanted.size} pictures, ${(bytes / 1024 / 1024).toFixed(1)} MB, in tests/e2e/pictures. Look at what has changed:`,
);
spawnSync('git', ['status', '--short', pictureFolder], { stdio: 'inherit' });
process.exitCode = status ?? 1;
