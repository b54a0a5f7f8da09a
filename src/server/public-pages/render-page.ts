import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { KeptResponse } from '../site/kept-response.ts';
import type { PageHandler, PublicWords } from '../site/listener.ts';
import { localsForAll, type PublicPage } from './public-pages.ts';

/**
 * Renders a page as if a stranger had asked for it.
 *
 * @throws when it answers with anything else than the page
 */
export function renderPage(handler: PageHandler, page: PublicPage, words: PublicWords): Promise<Buffer> {
  return renderWith(handler, page, localsForAll(words), page === '/404' ? 404 : 200);
}

/**
 * Renders a page with what it is told.
 *
 * @param path its address
 * @throws when it answers with another status
 */
export async function renderWith(
  handler: PageHandler,
  path: string,
  locals: App.Locals,
  status = 200,
): Promise<Buffer> {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'GET', url: path });
  request.headers.host = new URL(locals.site.publicUrl).host;
  const response = new KeptResponse(request);
  await handler(request, response, () => {}, locals);
  if (!response.isWhole || response.statusCode !== status) {
    throw new Error(`${path} could not be rendered: status ${response.statusCode}.`);
  }
  return response.body;
}
