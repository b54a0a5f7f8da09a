import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { composeCaddyfile, composeNginxFile } from './plan-install.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

test('the examples are for the name of the shop, and for its port', () => {
  for (const compose of [composeCaddyfile, composeNginxFile]) {
    expect(compose(root, 'https://shop.example.org')).not.toContain('tarot.example.com');
  }
  expect(composeCaddyfile(root, 'https://shop.example.org:8443')).toContain('shop.example.org:8443} {');
  const nginx = composeNginxFile(root, 'https://shop.example.org:8443');
  expect(nginx).toContain('listen 8443 ssl');
  expect(nginx).toContain('listen [::]:8443 ssl');
  expect(nginx).toContain('return 301 https://shop.example.org:8443$request_uri;');
  expect(nginx).toContain('server_name shop.example.org;');
  expect(composeNginxFile(root, 'https://shop.example.org')).toContain('listen 443 ssl');
});
