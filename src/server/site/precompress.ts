import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compress } from './compress.ts';

/*
 * Run at the end of `npm run build`: writes a .br and a .gz beside every file of the site that gets smaller by it, so
 * that the server never compresses them during a request.
 */

const clientFolder = fileURLToPath(new URL('../../../dist/client', import.meta.url));
const compressible = /\.(css|js|mjs|svg|json|txt|xml|webmanifest)$/;

let before = 0;
let after = 0;
for (const name of readdirSync(clientFolder, { recursive: true, encoding: 'utf8' })) {
  const path = join(clientFolder, name);
  if (!compressible.test(name) || !statSync(path).isFile()) continue;
  const { identity, br, gzip } = compress(readFileSync(path));
  before += identity.length;
  after += (br ?? identity).length;
  if (br) writeFileSync(`${path}.br`, br);
  if (gzip) writeFileSync(`${path}.gz`, gzip);
}
console.log(`compressed the site: ${Math.round(before / 1024)} KB -> ${Math.round(after / 1024)} KB`);
