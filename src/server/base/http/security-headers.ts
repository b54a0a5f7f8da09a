import { createHash } from 'node:crypto';
import { isHttps } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';

/** Returns the security headers of pages. @param hasWallets whether Apple Pay and Google Pay are offered there */
export function securityHeaders(
  config: Pick<Config, 'publicUrl' | 'stripe'>,
  scriptHashes: readonly string[],
  hasWallets = false,
): Record<string, string> {
  const isSecure = isHttps(config);
  const usesStripe = config.stripe.mode !== 'sandbox';
  const usesWallets = hasWallets && usesStripe;
  return {
    'Content-Security-Policy': contentSecurityPolicy(usesStripe, isSecure, scriptHashes, usesWallets),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    // Where a browser has no sheet of its own for it, Google Pay opens a window that answers the page.
    'Cross-Origin-Opener-Policy': usesWallets ? 'same-origin-allow-popups' : 'same-origin',
    ...(isSecure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Returns headers for the API: no cache, and nothing runs if an answer is shown as a page. Evidence has styles. */
export function apiHeaders(headers: Record<string, string>): Record<string, string> {
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  return { ...headers, 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' };
}

/** Returns the pages' inline scripts as Content-Security-Policy sources; blocks of data are not run. */
export function inlineScriptHashes(pages: string[]): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', code = ''] of pages
    .join('')
    .matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=|\btype="application\/(ld\+)?json"/.test(attributes) || code === '') continue;
    hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  return [...hashes].sort();
}

/** With Stripe's hosts where it is used: https://docs.stripe.com/security/guide#content-security-policy */
function contentSecurityPolicy(
  usesStripe: boolean,
  isSecure: boolean,
  scriptHashes: readonly string[],
  usesWallets: boolean,
): string {
  const stripe = (...sources: string[]) => (usesStripe ? sources : []);
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  // The browser itself asks there how to pay: https://developer.chrome.com/blog/payment-handler-csp-connect-src
  const wallets = usesWallets ? ['https://google.com/pay', 'https://pay.google.com'] : [];
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes, ...stripe(...scripts)],
    // Dialogs lock scrolling with a style element; styles can hide things but not run anything.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...stripe('https://*.stripe.com')],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...stripe('https://api.stripe.com'), ...wallets],
    'frame-src': ["'self'", ...stripe(...scripts, 'https://hooks.stripe.com')],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(isSecure ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
