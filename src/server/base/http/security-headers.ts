import { createHash } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { isHttps } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';

/** Returns middleware that sets the pages' security headers. @param hasWallets allows Apple Pay and Google Pay */
export function securityHeaders(
  config: Pick<Config, 'publicUrl' | 'stripe'>,
  scriptHashes: readonly string[],
  hasWallets = false,
): MiddlewareHandler {
  const isSecure = isHttps(config);
  const usesStripe = config.stripe.mode !== 'sandbox';
  const usesWallets = hasWallets && usesStripe;
  const stripe = (...sources: string[]) => (usesStripe ? sources : []);
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  // The browser itself asks there how to pay: https://developer.chrome.com/blog/payment-handler-csp-connect-src
  const wallets = usesWallets ? ['https://google.com/pay', 'https://pay.google.com'] : [];
  return secureHeaders({
    // With Stripe's hosts where it is used: https://docs.stripe.com/security/guide#content-security-policy
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...scriptHashes, ...stripe(...scripts)],
      // Dialogs lock scrolling with a style element; styles can hide things but not run anything.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', ...stripe('https://*.stripe.com')],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...stripe('https://api.stripe.com'), ...wallets],
      frameSrc: ["'self'", ...stripe(...scripts, 'https://hooks.stripe.com')],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(isSecure && { upgradeInsecureRequests: [] }),
    },
    // Where a browser has no sheet of its own for it, Google Pay opens a window that answers the page.
    crossOriginOpenerPolicy: usesWallets ? 'same-origin-allow-popups' : 'same-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], browsingTopics: [] },
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: isSecure && 'max-age=31536000; includeSubDomains',
    xFrameOptions: 'DENY',
    // Mails show pictures of the site.
    crossOriginResourcePolicy: false,
    xDnsPrefetchControl: false,
    // The page of an order has a stricter referrer policy, the API its own content policy.
    overwrite: false,
  });
}

/** Returns the headers that a middleware sets, in lower case, for responses that are prepared once. */
export async function headersSetBy(middleware: MiddlewareHandler): Promise<Record<string, string>> {
  const app = new Hono().use(middleware).get('/', (c) => c.body(null));
  return Object.fromEntries((await app.request('/')).headers);
}

/** Headers for the API: no cache, and no scripts if a response is opened as a page. Evidence has styles. */
export const dataHeaders: Record<string, string> = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Returns the Content-Security-Policy sources of the pages' inline scripts, without JSON blocks and duplicates. */
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
