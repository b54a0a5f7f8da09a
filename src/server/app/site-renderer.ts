import { createApp } from 'astro/app/entrypoint';
import type { RenderPage } from './public-pages.ts';

/*
 * Astro builds this into `dist/server`: all pages as one function on web types. @astrojs/node would need
 * Node's request and response, and fakes of both for pages rendered without a visitor.
 */

const app = createApp({ streaming: false });

/** Renders a page, which sees only the URL of its request. @throws {Error} for a status of 500 or above */
export const render: RenderPage = async (address, locals) => {
  const page = await app.render(new Request(address), { locals });
  if (page.status >= 500) throw new Error(`A page answers ${page.status}.`);
  return page;
};
