import type { APIRoute } from 'astro';
import { absolute } from '../layouts/site.ts';

/*
 * Where crawlers need not go. It keeps nothing out of an index: an address that is linked somewhere can be
 * listed unread. So what must never be listed is not here, or its "noindex" would not be seen: the thank-you
 * page, the sign-in, the way to a new password, and above all /order/, whose addresses are keys. Listing these would tell nothing:
 *   - the dashboards and the evidence of orders, which answer a crawler 401;
 *   - the test pages, of which a visit starts a payment (and which are 404 on a live site);
 *   - the API and the sandbox. A crawler that runs the home page's scripts would start payments, too.
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

export const GET: APIRoute = ({ locals }) =>
  new Response(
    [
      'User-agent: *',
      ...unvisited.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${absolute(locals.site, '/sitemap.xml')}`,
      '',
    ].join('\n'),
  );
