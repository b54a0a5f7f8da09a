import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { PageHandler, PublicWords } from '../site/listener.ts';
import { localsForAll, type PublicPage } from './public-pages.ts';

/** Keeps what is written to it; nobody is at its other end. */
class KeptResponse extends ServerResponse {
  readonly chunks: Buffer[] = [];
  isWhole = false;

  override write(chunk: string | Uint8Array, ...rest: unknown[]): boolean {
    this.chunks.push(Buffer.from(chunk as string));
    const done = rest.find((argument) => typeof argument === 'function');
    done?.();
    return true;
  }

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk);
    this.isWhole = !this.destroyed;
    this.emit('close');
    return this;
  }
}

/**
 * Renders a page as if a stranger had asked for it.
 *
 * @throws when it answers with anything else than the page
 */
export async function renderPage(
  handler: PageHandler,
  page: PublicPage,
  words: PublicWords,
): Promise<Buffer> {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'GET', url: page });
  request.headers.host = new URL(words.site.publicUrl).host;
  const response = new KeptResponse(request);
  await handler(request, response, () => {}, localsForAll(words));
  const status = page === '/404' ? 404 : 200;
  if (!response.isWhole || response.statusCode !== status) {
    throw new Error(`${page} could not be rendered: status ${response.statusCode}.`);
  }
  return Buffer.concat(response.chunks);
}
