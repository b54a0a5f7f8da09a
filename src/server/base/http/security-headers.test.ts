import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseConfig } from '../config/config.ts';
import { inlineScriptHashes, securityHeaders } from './security-headers.ts';

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const https = { PUBLIC_URL: 'https://tarot.example.com' };

function headersFor(env: Record<string, string>, hashes: string[] = [], hasWallets = false) {
  const headers = securityHeaders(parseConfig(env), hashes, hasWallets);
  const policy = new Map(
    headers['Content-Security-Policy']?.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources] as const;
    }),
  );
  return { headers, policy };
}

test('every answer is protected against sniffing, framing and leaking', () => {
  const { headers } = headersFor({});
  expect(headers['Content-Security-Policy']).not.toContain('http');
  expect(headers).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': expect.stringContaining('camera=()'),
  });
});

test('https is made permanent where it is used, and only there', () => {
  expect(headersFor(https).headers['Strict-Transport-Security']).toBe('max-age=31536000; includeSubDomains');
  expect(headersFor({}).headers['Strict-Transport-Security']).toBeUndefined();
  expect(headersFor(https).policy.has('upgrade-insecure-requests')).toBe(true);
  expect(headersFor({}).policy.has('upgrade-insecure-requests')).toBe(false);
});

test('no script runs that is neither ours nor known by its hash', () => {
  const { policy } = headersFor({}, ["'sha256-abc='"]);
  expect(policy.get('script-src')).toEqual(["'self'", "'sha256-abc='"]);
  expect(policy.get('default-src')).toEqual(["'self'"]);
  expect(policy.get('object-src')).toEqual(["'none'"]);
  expect(policy.get('base-uri')).toEqual(["'none'"]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy.get('form-action')).toEqual(["'self'"]);
});

test("Stripe's hosts are allowed where Stripe is used", () => {
  const { policy } = headersFor(keys);
  expect(policy.get('script-src')).toEqual(["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com']);
  expect(policy.get('frame-src')).toContain('https://hooks.stripe.com');
  expect(policy.get('connect-src')).toContain('https://api.stripe.com');
});

test('what wallets need is allowed where they are offered, and only there', () => {
  const google = ['https://google.com/pay', 'https://pay.google.com'];
  const off = headersFor(keys);
  expect(off.policy.get('connect-src')).not.toEqual(expect.arrayContaining(google));
  expect(off.headers['Cross-Origin-Opener-Policy']).toBe('same-origin');
  const on = headersFor(keys, [], true);
  expect(on.policy.get('connect-src')).toEqual(expect.arrayContaining(google));
  expect(on.headers['Cross-Origin-Opener-Policy']).toBe('same-origin-allow-popups');
  // The sandbox plays its wallet in the page.
  expect(headersFor({}, [], true)).toEqual(headersFor({}));
});

test('inline scripts are known by their hashes; those of files and blocks of data need none', () => {
  const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
  expect(
    inlineScriptHashes([
      '<script>alert(1)</script><script src="/_astro/a.js"></script>',
      '<script type="module">let a = 1</script><script type="application/ld+json">{}</script>',
    ]),
  ).toEqual([hash('alert(1)'), hash('let a = 1')].sort());
});
