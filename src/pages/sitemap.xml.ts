import type { APIRoute } from 'astro';
import { absoluteUrl } from '../layouts/site.ts';

/** Every other page has "noindex". */
const pages = ['/', '/sample', '/faq', '/terms', '/privacy', '/refunds'];

export const GET: APIRoute = ({ locals }) =>
  new Response(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...pages.map((path) => `  <url><loc>${absoluteUrl(locals.site, path)}</loc></url>`),
      '</urlset>',
      '',
    ].join('\n'),
  );
