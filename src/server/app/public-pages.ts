import { minutes } from '../../shared/durations.ts';
import { type Offer, offerAt } from '../../shared/offers/offer-types.ts';
import { deck } from '../../shared/readings/cards.ts';
import { readQuotes } from '../aftercare/customer-feedback.ts';
import type { Context } from '../base/context.ts';
import { type Asset, type Bodies, compress, createAsset, createFile } from '../base/http/assets.ts';
import { dataHeaders, headersSetBy, securityHeaders } from '../base/http/security-headers.ts';
import { portraitAsJpeg } from '../base/render-picture.ts';
import { findShownPortrait, listPublicReaders } from '../people/people-repository.ts';
import { findLogo } from '../shop/business-repository.ts';
import { offersWithdrawal, paymentSettings, taxSettings } from '../shop/change-settings.ts';
import { hasCodes } from '../shop/manage-codes.ts';
import { firstOf, presentSettings, readOffersOnSale } from '../shop/manage-offers.ts';
import { findOfferPicture } from '../shop/offer-repository.ts';
import { readSite } from '../shop/read-business.ts';

/** The changeable content of the public pages. */
export type PublicWords = Omit<App.Locals, 'user' | 'load'>;

/** The pages that are the same for every visitor. */
export const publicPages = [
  '/',
  '/404',
  '/sample',
  '/faq',
  '/terms',
  '/privacy',
  '/refunds',
  '/my-orders',
  '/reopening',
  '/withdraw',
  '/admin/login',
  '/admin/forgot-password',
  '/admin/new-password',
  ...['wheel', 'star', 'hermit', 'chariot', ...deck.map(({ slug }) => slug)].map(
    (card) => `/drawings/${card}.svg`,
  ),
  '/robots.txt',
  '/sitemap.xml',
];

/** The content can change without an event, as when a business day begins or a day away ends. */
const readAgainAfter = minutes(1);

export type WordsCache = ReturnType<typeof createWordsCache>;

/** Caches the content of all public pages. `read` reloads it after a minute or an `invalidate`. */
export function createWordsCache(context: Context) {
  const { clock, log } = context;
  let words = readWords(context);
  let text = JSON.stringify(words);
  let expiresAt = clock.now() + readAgainAfter;
  return {
    invalidate() {
      expiresAt = 0;
    },
    /** Returns the same object while the content is unchanged, or if the database cannot be read. */
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
  const tax = taxSettings.read(db);
  const offers = readOffersOnSale(context);
  return {
    ...readSite(context, offers),
    offer: firstOf(offers),
    offers,
    readers: listPublicReaders(db),
    aftercare: { hasWithdrawal: offersWithdrawal(db), quotes: readQuotes(context) },
    payment: {
      isSandbox: config.stripe.mode === 'sandbox',
      wallets: paymentSettings.read(db).wallets,
      hasCodes: hasCodes(context),
      taxRate: tax.kind === 'included' ? tax.rate : null,
    },
  };
}

/** The output of `npm run build`. */
export interface Site {
  files: ReadonlyMap<string, Bodies>;
  /** The pages' inline scripts, as sources of the Content-Security-Policy. */
  scriptHashes: readonly string[];
  render: RenderPage;
}

export type RenderPage = (address: URL, locals: App.Locals) => Promise<Response>;
export type Memory = ReturnType<typeof createMemory>;

/** Caches responses that are the same for every caller, when first requested: files, public pages, settings. */
export function createMemory(
  context: Context,
  words: WordsCache,
  { site, publishableKey }: { site: Site | null; publishableKey: string },
) {
  const { config, db } = context;
  const answers = new Map<string, Promise<Asset>>();
  const [headers, walletHeaders] = [false, true].map((hasWallets) =>
    headersSetBy(securityHeaders(config, site?.scriptHashes ?? [], hasWallets)),
  );
  let shown = words.read();

  function make(path: string): Promise<Asset> | undefined {
    if (path === '/api/settings') return makeSettings();
    const file = site?.files.get(path);
    if (file) return makeFile(path, file);
    const picture = findPicture(path);
    if (picture) return makePicture(path, picture);
    return site && publicPageAt(path, shown) === path ? makePage(site.render, path) : undefined;
  }

  async function makeSettings(): Promise<Asset> {
    const settings = Buffer.from(JSON.stringify(presentSettings(context, shown.offers, publishableKey)));
    const type = { 'Content-Type': 'application/json' };
    return createAsset({ identity: settings }, { ...(await headers), ...dataHeaders, ...type });
  }

  async function makeFile(path: string, bodies: Bodies): Promise<Asset> {
    const isWithWallets = path === '/' && shown.payment.wallets;
    return createFile(path, bodies, (await (isWithWallets ? walletHeaders : headers)) ?? {});
  }

  async function makePage(render: RenderPage, path: string): Promise<Asset> {
    const page = await render(new URL(path, config.publicUrl), publicLocals(shown));
    if (page.status !== (path === '/404' ? 404 : 200)) throw new Error(`${path} answers ${page.status}.`);
    return makeFile(path, await compress(Buffer.from(await page.arrayBuffer())));
  }

  /** Only portraits have addresses in `.jpg`, too. */
  async function makePicture(path: string, picture: Buffer): Promise<Asset> {
    return makeFile(path, { identity: path.endsWith('.jpg') ? await portraitAsJpeg(picture) : picture });
  }

  /** Finds a reader's portrait, the picture of an offer or a logo. */
  function findPicture(path: string): Buffer | null | undefined {
    if (path.startsWith('/portraits/')) return findShownPortrait(db, path);
    return path.startsWith('/pictures/') ? (findOfferPicture(db, path) ?? findLogo(db, path)) : null;
  }

  return {
    /** Returns the answer for all visitors at a path; undefined for an unknown path. */
    find(path: string): Promise<Asset> | undefined {
      const current = words.read();
      if (current !== shown) answers.clear();
      shown = current;
      const known = answers.get(path);
      if (known) return known;
      const made = make(path);
      if (made) answers.set(path, made);
      made?.catch(() => answers.delete(path));
      return made;
    },
    /** Returns the page's path for an old one, or one with capitals or a trailing slash; null for others. */
    placeOf(path: string): string | null {
      const page = publicPageAt(path.toLowerCase(), words.read());
      return page === path ? null : page;
    },
  };
}

/** Returns the path of a public page, without a trailing slash and with an offer's current slug; null for others. */
export function publicPageAt(
  path: string,
  {
    offers,
    aftercare,
  }: {
    offers: readonly Pick<Offer, 'slug' | 'oldSlugs'>[];
    aftercare: Pick<PublicWords['aftercare'], 'quotes'>;
  },
): string | null {
  const page = /^\/.+\/$/.test(path) ? path.slice(0, -1) : path;
  if (page !== path && (page === '/404' || page.includes('.'))) return null;
  const [, slug] = /^\/readings\/([^/]+)$/.exec(page) ?? [];
  const offer = slug === undefined ? undefined : offerAt(offers, slug);
  if (offer) return `/readings/${offer.slug}`;
  const isThere = publicPages.includes(page) || (page === '/reviews' && aftercare.quotes.length > 0);
  return isThere ? page : null;
}

/** Returns the locals to render a public page: no user, and a `load` that throws. */
export function publicLocals(words: PublicWords): App.Locals {
  return {
    ...words,
    user: null,
    load(page) {
      throw new Error(`${page} is rendered for a visitor only.`);
    },
  };
}
