import type { IncomingMessage } from 'node:http';
import { parse as parseCookies } from 'hono/utils/cookie';
import { isbot } from 'isbot';
import { type Offer, offerAt } from '../../shared/offers/offer-types.ts';
import { adminPages } from '../admin/admin-pages.ts';
import { aftercarePages } from '../aftercare/aftercare-pages.ts';
import type { Config } from '../base/config/config.ts';
import type { Context, SignedIn } from '../base/context.ts';
import type { PageLoaders, PublicWords, Visit } from '../base/http/page-loaders.ts';
import { visitorCookie } from '../checkout/checkout-visitor.ts';
import { mailPages } from '../mail/mail-pages.ts';
import { orderPages } from '../order-page/order-pages.ts';
import { readingPages } from '../readings/reading-pages.ts';
import { setUpPages } from './set-up/set-up-pages.ts';

/** The same for every visitor; rendered by the site's words alone. */
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

const loaders = {
  '/stripe-test': () => null,
  ...orderPages,
  ...aftercarePages,
  ...readingPages,
  ...adminPages,
  ...mailPages,
  ...setUpPages,
};

/** The pages rendered for each request; nothing else but the public ones reaches Astro. */
export const visitorPages = Object.keys(loaders);

/** What each of these pages shows, by its path. */
export type PageData = { [Page in keyof typeof loaders]: ReturnType<(typeof loaders)[Page]> };
export type LoadPage = <Page extends keyof PageData>(page: Page, id?: string) => PageData[Page];

/** Returns the public page at a path, with or without a trailing slash, or at its old one; null when there is none. */
export function publicPageAt(
  path: string,
  offers: readonly Pick<Offer, 'slug' | 'oldSlugs'>[],
): string | null {
  const page = /^\/.+\/$/.test(path) ? path.slice(0, -1) : path;
  if (page !== path && (page === '/404' || page.includes('.'))) return null;
  const [, slug] = /^\/readings\/([^/]+)$/.exec(page) ?? [];
  const offer = slug === undefined ? undefined : offerAt(offers, slug);
  if (offer) return `/readings/${offer.slug}`;
  return publicPages.includes(page) ? page : null;
}

/** Returns what a public page is rendered from: no user, and a `load` that throws. */
export function publicLocals(words: PublicWords): App.Locals {
  const load: LoadPage = (page) => {
    throw new Error(`${page} is rendered for a visitor only.`);
  };
  return { ...words, user: null, load };
}

export function visitorLocals(
  context: Context,
  words: PublicWords,
  request: IncomingMessage,
  user: SignedIn | null,
): App.Locals {
  const visit = readVisit(context.config, request, user);
  const load: LoadPage = (page, id = '') => {
    const loader: PageLoaders[string] = loaders[page];
    return loader(context, id, visit) as PageData[typeof page];
  };
  return { ...words, user: user && { username: user.username, role: user.role }, load };
}

/** Returns who sends a request, and the checkout cookie. Staff, crawlers, prefetches and HEAD are not the customer. */
export function readVisit(config: Config, request: IncomingMessage, user: SignedIn | null): Visit {
  const { name } = visitorCookie(config);
  return {
    user,
    cookie: parseCookies(request.headers.cookie ?? '', name)[name] ?? null,
    // An admin or a reader does not count as the customer, and a HEAD request does not count as a view.
    isCustomer: user === null && request.method === 'GET' && !isAutomated(request),
  };
}

/** Whether no person asks, as far as the headers say: fetched ahead by a browser, or by a link preview or a crawler. */
function isAutomated({ headers }: IncomingMessage): boolean {
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].join();
  const agent = headers['user-agent'];
  return /prefetch|prerender|preview/i.test(purpose) || !agent || isbot(agent);
}
