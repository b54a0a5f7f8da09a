import type { Config } from '../config/config.ts';
import { isHttps } from '../config/https.ts';

/**
 * The headers every answer carries.
 *
 * @param scriptHashes the inline scripts of our own pages, gathered from the built site
 * @param hasWallets whether Apple Pay and Google Pay are offered on the page
 */
export function securityHeaders(
  config: Pick<Config, 'publicUrl' | 'stripe'>,
  scriptHashes: readonly string[],
  hasWallets = false,
): Record<string, string> {
  const isSecure = isHttps(config);
  // On the sandbox a wallet is a part of the page.
  const usesWallets = hasWallets && config.stripe.mode !== 'sandbox';
  return {
    'Content-Security-Policy': contentSecurityPolicy(
      config.stripe.mode !== 'sandbox',
      isSecure,
      scriptHashes,
      usesWallets,
    ),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    // Where a browser has no sheet of its own for it, Google Pay opens a window that answers the page.
    'Cross-Origin-Opener-Policy': usesWallets ? 'same-origin-allow-popups' : 'same-origin',
    ...(isSecure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/**
 * The headers of the API's answers. None of them is a page: nothing may run in one, or be loaded by it, should a browser
 * show it all the same. Evidence, which is a document, has styles in it.
 *
 * @param headers those of every answer
 */
export function apiHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  return { ...headers, 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' };
}

/** With Stripe's hosts where it is used: https://docs.stripe.com/security/guide#content-security-policy */
function contentSecurityPolicy(
  hasStripe: boolean,
  isSecure: boolean,
  scriptHashes: readonly string[],
  usesWallets: boolean,
): string {
  const stripe = (...sources: string[]) => (hasStripe ? sources : []);
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes, ...stripe('https://js.stripe.com', 'https://*.js.stripe.com')],
    // Dialogs lock scrolling with a style element; styles can hide things but not run anything.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...stripe('https://*.stripe.com')],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      ...stripe('https://api.stripe.com'),
      // The browser itself asks there how to pay: https://developer.chrome.com/blog/payment-handler-csp-connect-src
      ...(usesWallets ? ['https://google.com/pay', 'https://pay.google.com'] : []),
    ],
    'frame-src': [
      "'self'",
      ...stripe('https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'),
    ],
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
