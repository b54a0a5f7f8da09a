import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { composeProxyExample } from './install-release.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

test('writes the proxy examples for the shop’s domain and port', () => {
  const compose = (proxy: 'caddy' | 'nginx', port = '') =>
    composeProxyExample(root, proxy, `https://shop.example.org${port}`);
  for (const proxy of ['caddy', 'nginx'] as const) expect(compose(proxy)).not.toContain('tarot.example.com');
  expect(compose('caddy', ':8443')).toContain('shop.example.org:8443} {');
  const nginx = compose('nginx', ':8443');
  expect(nginx).toContain('listen 8443 ssl');
  expect(nginx).toContain('listen [::]:8443 ssl');
  expect(nginx).toContain('return 301 https://shop.example.org:8443$request_uri;');
  expect(nginx).toContain('server_name shop.example.org;');
  expect(compose('nginx')).toContain('listen 443 ssl');
});
