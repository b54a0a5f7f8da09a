import type { APIRoute } from 'astro';
import { isPresented, offerPath } from '../shared/offers/offer-types.ts';
import { absoluteUrl } from '../shared/shop/business-schema.ts';

/** Every other page has "noindex". */
const pages = ['/', '/sample', '/faq', '/terms', '/privacy', '/refunds'];

/** Lists the addresses of the public pages for search engines. */
export const GET: APIRoute = ({ locals }) => {
  const offers = locals.offers.filter(isPresented).map((offer) => offerPath(offer, locals.offers));
  const hasSample = locals.texts.home.sample !== '';
  const reviews = locals.aftercare.quotes.length > 0 ? ['/reviews'] : [];
  const paths = new Set([...pages.filter((page) => page !== '/sample' || hasSample), ...reviews, ...offers]);
  return new Response(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...Array.from(paths, (path) => `  <url><loc>${absoluteUrl(locals.site, path)}</loc></url>`),
      '</urlset>',
      '',
    ].join('\n'),
  );
};
