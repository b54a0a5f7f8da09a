import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { stripeKeys } from '../../../../tests/kit/stripe-keys.ts';
import { parseConfig } from '../config/config.ts';
import { headersSetBy, inlineScriptHashes, securityHeaders } from './security-headers.ts';

const keys = stripeKeys('test');
const https = { PUBLIC_URL: 'https://tarot.example.com' };

async function headersFor(env: Record<string, string>, hashes: string[] = [], hasWallets = false) {
  const headers = await headersSetBy(securityHeaders(parseConfig(env), hashes, hasWallets));
  const policy = new Map(
    headers['content-security-policy']?.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources] as const;
    }),
  );
  return { headers, policy };
}

test('sets headers against sniffing, framing and leaking', async () => {
  const { headers } = await headersFor({});
  expect(headers['content-security-policy']).not.toContain('http');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
});

test('enforces HTTPS only where it is used', async () => {
  expect((await headersFor(https)).headers['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  );
  expect((await headersFor({})).headers['strict-transport-security']).toBeUndefined();
  expect((await headersFor(https)).policy.has('upgrade-insecure-requests')).toBe(true);
  expect((await headersFor({})).policy.has('upgrade-insecure-requests')).toBe(false);
});

test('allows only own scripts and those with a known hash', async () => {
  const { policy } = await headersFor({}, ["'sha256-abc='"]);
  expect(policy.get('script-src')).toEqual(["'self'", "'sha256-abc='"]);
  expect(policy.get('default-src')).toEqual(["'self'"]);
  expect(policy.get('object-src')).toEqual(["'none'"]);
  expect(policy.get('base-uri')).toEqual(["'none'"]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy.get('form-action')).toEqual(["'self'"]);
});

test('allows Stripe’s hosts when Stripe is used', async () => {
  const { policy } = await headersFor(keys);
  expect(policy.get('script-src')).toEqual(["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com']);
  expect(policy.get('frame-src')).toContain('https://hooks.stripe.com');
  expect(policy.get('connect-src')).toContain('https://api.stripe.com');
});

test('allows wallet hosts only where wallets are offered', async () => {
  const google = ['https://google.com/pay', 'https://pay.google.com'];
  const off = await headersFor(keys);
  expect(off.policy.get('connect-src')).not.toEqual(expect.arrayContaining(google));
  expect(off.headers['cross-origin-opener-policy']).toBe('same-origin');
  const on = await headersFor(keys, [], true);
  expect(on.policy.get('connect-src')).toEqual(expect.arrayContaining(google));
  expect(on.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  // The sandbox plays its wallet in the page.
  expect(await headersFor({}, [], true)).toEqual(await headersFor({}));
});

test('hashes inline scripts, but not files or data blocks', () => {
  const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
  expect(
    inlineScriptHashes([
      '<script>alert(1)</script><script src="/_astro/a.js"></script>',
      '<script type="module">let a = 1</script><script type="application/ld+json">{}</script>',
    ]),
  ).toEqual([hash('alert(1)'), hash('let a = 1')].sort());
});
