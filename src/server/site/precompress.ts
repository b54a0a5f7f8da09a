import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/*
 * Run at the end of `npm run build`: writes a .br and a .gz beside every file of the site that gets
 * smaller by it, so that the server never compresses them while somebody waits.
 */

const clientFolder = fileURLToPath(new URL('../../../dist/client', import.meta.url));
const compressible = /\.(html|css|js|mjs|svg|json|txt|xml|webmanifest)$/;

let before = 0;
let after = 0;
for (const name of readdirSync(clientFolder, { recursive: true, encoding: 'utf8' })) {
  const path = join(clientFolder, name);
  if (!compressible.test(name) || !statSync(path).isFile()) continue;
  const content = readFileSync(path);
  const br = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  before += content.length;
  after += br.length;
  if (br.length < content.length) writeFileSync(`${path}.br`, br);
  const gz = gzipSync(content, { level: 9 });
  if (gz.length < content.length) writeFileSync(`${path}.gz`, gz);
}
console.log(`compressed the site: ${Math.round(before / 1024)} KB -> ${Math.round(after / 1024)} KB`);
