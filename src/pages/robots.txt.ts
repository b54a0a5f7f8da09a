import type { APIRoute } from 'astro';
import { absoluteUrl } from '../shared/shop/business-schema.ts';

/*
 * Where crawlers need not go. A page that must never be listed, such as /order/, is not here: crawlers have to see its
 * "noindex". A visit to a test page, or a call of the API, would start a payment.
 */
const unvisited = [
  '/admin/dashboard',
  '/admin/orders/',
  '/reader/dashboard',
  '/reader/orders/',
  '/stripe-test',
  '/email-test',
  '/api/',
  '/sandbox/',
];

/** Returns the paths that crawlers should not visit, and the sitemap's address. */
export const GET: APIRoute = ({ locals }) =>
  new Response(
    [
      'User-agent: *',
      ...unvisited.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${absoluteUrl(locals.site, '/sitemap.xml')}`,
      '',
    ].join('\n'),
  );
