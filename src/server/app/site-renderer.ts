import { createApp } from 'astro/app/entrypoint';
import type { RenderPage } from './public-pages.ts';

/*
 * What Astro builds into `dist/server`: all pages as one function of the web's own types. @astrojs/node
 * would want a request and a response of Node, and a fake of each for a page that is made for nobody.
 */

const app = createApp({ streaming: false });

/** Renders a page, which knows of its request the address only. @throws when the page fails */
export const render: RenderPage = async (address, locals) => {
  const page = await app.render(new Request(address), { locals });
  if (page.status >= 500) throw new Error(`A page answers ${page.status}.`);
  return page;
};
