import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { minutes } from '../../shared/durations.ts';
import { type Offer, offerAt } from '../../shared/offers/offer-types.ts';
import { readQuotes } from '../aftercare/customer-feedback.ts';
import type { Context } from '../base/context.ts';
import { type Asset, compress, createAsset, createFile } from '../base/http/assets.ts';
import { BufferedResponse } from '../base/http/buffered-response.ts';
import type { PageHandler, PublicAnswers } from '../base/http/listener.ts';
import { apiHeaders } from '../base/http/security-headers.ts';
import { findShownPortrait, listPublicReaders } from '../people/people-repository.ts';
import { offersWithdrawal, paymentSettings } from '../shop/change-settings.ts';
import { hasCodes } from '../shop/manage-codes.ts';
import { firstOf, presentSettings, readOffersOnSale } from '../shop/manage-offers.ts';
import { readBusiness } from '../shop/read-business.ts';

/** What the public pages say that no build knows. */
export type PublicWords = Pick<App.Locals, 'site' | 'offer' | 'offers' | 'readers' | 'aftercare' | 'payment'>;

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

/** What a visitor is told can change without an event: the business's day begins, a day away ends. */
const readAgainAfter = minutes(1);

export type WordsCache = ReturnType<typeof createWordsCache>;

/** Caches what all public pages say, read at once, and read again after a minute or an `invalidate`. */
export function createWordsCache(context: Context) {
  const { clock, log } = context;
  let words = readWords(context);
  let text = JSON.stringify(words);
  let expiresAt = clock.now() + readAgainAfter;
  return {
    invalidate() {
      expiresAt = 0;
    },
    /** @returns the same object for as long as the pages say the same; older words when the database cannot be read */
    read(): PublicWords {
      const left = expiresAt - clock.now();
      if (left > 0 && left <= readAgainAfter) return words;
      expiresAt = clock.now() + readAgainAfter;
      try {
        const found = readWords(context);
        const foundText = JSON.stringify(found);
        if (foundText !== text) [words, text] = [found, foundText];
      } catch (error) {
        log.error({ err: error }, 'the texts of the public pages could not be read');
      }
      return words;
    },
  };
}

function readWords(context: Context): PublicWords {
  const { db, config } = context;
  const offers = readOffersOnSale(context);
  return {
    site: readBusiness(context),
    offer: firstOf(offers),
    offers,
    readers: listPublicReaders(db),
    aftercare: { hasWithdrawal: offersWithdrawal(db), quotes: readQuotes(context) },
    payment: {
      isSandbox: config.stripe.mode === 'sandbox',
      wallets: paymentSettings.read(db).wallets,
      hasCodes: hasCodes(context),
    },
  };
}

/** Serves files, public pages and settings from memory; a page is rendered once after each change of the words. */
export function createPublicAnswers(
  { context, publishableKey, words }: { context: Context; publishableKey: string; words: WordsCache },
  site: {
    files: ReadonlyMap<string, Asset>;
    headersOf: (path: string, words: PublicWords) => Record<string, string>;
    renderPage: PageHandler | null;
  },
): PublicAnswers {
  let renderedWords: PublicWords | null = null;
  const answers = new Map<string, Asset>();
  const renderings = new Map<string, Promise<Asset>>();

  function refresh(): PublicWords {
    const current = words.read();
    if (current === renderedWords) return current;
    renderedWords = current;
    answers.clear();
    renderings.clear();
    const settings = presentSettings(context, current.offers, publishableKey);
    const headers = {
      ...apiHeaders(site.headersOf('/api/settings', current)),
      'Content-Type': 'application/json',
    };
    answers.set('/api/settings', createAsset({ identity: Buffer.from(JSON.stringify(settings)) }, headers));
    return current;
  }

  function findPortrait(path: string): Asset | undefined {
    const [, hash] = /^\/portraits\/([\w-]*)\.webp$/.exec(path) ?? [];
    if (hash === undefined) return undefined;
    try {
      const { picture } = findShownPortrait(context.db, hash) ?? {};
      if (!picture) return undefined;
      const asset = createFile(path, { identity: picture }, site.headersOf(path, refresh()), true);
      answers.set(path, asset);
      return asset;
    } catch (error) {
      context.log.error({ err: error }, 'a portrait could not be read');
      return undefined;
    }
  }

  async function render(handler: PageHandler, page: string, current: PublicWords): Promise<Asset> {
    const html = await renderPage(handler, page, publicLocals(current));
    const asset = createFile(page, await compress(html), site.headersOf(page, current));
    if (current === renderedWords) answers.set(page, asset);
    return asset;
  }

  return {
    find(path) {
      const file = site.files.get(path);
      if (file) return file;
      refresh();
      return answers.get(path) ?? findPortrait(path);
    },
    redirect(path) {
      const page = publicPageAt(path.toLowerCase(), refresh().offers);
      return page === path.replace(/(?<=.)\/$/, '') ? null : page;
    },
    async render(path) {
      const current = refresh();
      const page = publicPageAt(path, current.offers);
      if (page === null || site.renderPage === null) return undefined;
      let rendering = renderings.get(page);
      if (!rendering) {
        rendering = render(site.renderPage, page, current);
        renderings.set(page, rendering);
        rendering.catch(() => renderings.delete(page));
      }
      return rendering;
    },
  };
}

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
  return {
    ...words,
    user: null,
    load(page) {
      throw new Error(`${page} is rendered for a visitor only.`);
    },
  };
}

/** Renders a page for a visitor and returns its HTML. Throws unless the page answers with its status. */
export async function renderPage(handler: PageHandler, path: string, locals: App.Locals): Promise<Buffer> {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'GET', url: path });
  request.headers.host = new URL(locals.site.publicUrl).host;
  const response = new BufferedResponse(request);
  await handler(request, response, () => {}, locals);
  if (!response.isComplete || response.statusCode !== (path === '/404' ? 404 : 200)) {
    throw new Error(`${path} could not be rendered: status ${response.statusCode}.`);
  }
  return response.body;
}
