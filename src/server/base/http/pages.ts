import type { IncomingMessage, ServerResponse } from 'node:http';

export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  locals: App.Locals,
) => void | Promise<void>;

/** What the public pages say that no build knows. */
export type PublicWords = Pick<App.Locals, 'site' | 'offer' | 'readers' | 'aftercare' | 'payment'>;

export const publicPages = [
  '/',
  '/404',
  '/sample',
  '/faq',
  '/terms',
  '/privacy',
  '/refunds',
  '/my-orders',
  '/withdraw',
  '/admin/login',
  '/admin/forgot-password',
  '/admin/new-password',
  '/drawings/wheel.svg',
  '/drawings/star.svg',
  '/drawings/hermit.svg',
  '/drawings/chariot.svg',
  '/robots.txt',
  '/sitemap.xml',
];

/** The pages rendered for each request; nothing else reaches Astro. `:id` may be a secret, kept from metrics. */
export const visitorPages = [
  '/thank-you',
  '/admin/dashboard',
  '/admin/orders/:id/customer',
  '/admin/orders/:id/evidence',
  '/reader/dashboard',
  '/reader/orders/:id',
  '/order/:id',
  '/order/:id/receipt',
  '/withdraw/again/:id',
  '/my-orders/again/:id',
  '/withdraw/:id',
  '/stripe-test',
  '/email-test',
  '/set-up/:id',
];

const patterns = visitorPages.map((page) => ({
  page,
  pattern: new RegExp(`^${page.replaceAll(':id', '[^/]+')}/?$`),
}));

export function visitorPageAt(path: string): string | null {
  return patterns.find(({ pattern }) => pattern.test(path))?.page ?? null;
}

export function publicPageAt(path: string): string | null {
  const page = /^\/.+\/$/.test(path) ? path.slice(0, -1) : path;
  if (page !== path && (page === '/404' || page.includes('.'))) return null;
  return publicPages.includes(page) ? page : null;
}
