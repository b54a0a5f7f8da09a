import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const exampleName = 'tarot.example.com';

/** @returns the release's example of a Caddyfile, for the shop's address */
export function composeCaddyfile(release: string, publicUrl: string): string {
  const { host } = new URL(publicUrl);
  return readFileSync(join(release, 'deploy/caddy/Caddyfile'), 'utf8').replaceAll(exampleName, host);
}

/** @returns the release's example for nginx, for the shop's address, with its port where that is not 443 */
export function composeNginxFile(release: string, publicUrl: string): string {
  const { hostname, port } = new URL(publicUrl);
  const text = readFileSync(join(release, 'deploy/nginx/career-tarot.conf'), 'utf8').replaceAll(
    exampleName,
    hostname,
  );
  if (port === '') return text;
  return text
    .replaceAll(/(listen (?:\[::\]:)?)443/g, (_whole, listen: string) => listen + port)
    .replace(`return 301 https://${hostname}`, `return 301 https://${hostname}:${port}`);
}
