import { gzipSync } from 'node:zlib';
import { isOrderNumber } from '../../shared/orders/order-number.ts';
import { type Asset, prepareAsset } from './assets.ts';

/** Where the built page has room for the number (src/pages/thank-you.astro). */
const room = /(<strong[^>]* data-order-number[^>]*>)(?=<\/strong>)/;

/** Where it speaks of money. */
const charged = / data-charged(?=[\s>])/g;

/**
 * The thank-you page is the same for everybody: its script reads from the address which order it was, and whether there was
 * anything to pay. For a browser that runs no script the server does. Nobody is believed: the number is only
 * repeated, and only when it has the form of one (docs/product.md §2).
 *
 * @param page the page as it was made
 * @param url the address that was asked for, with its query
 * @returns the page with the number in it, and without what it says of a charge when there was none; the page as
 *   it is when the address says nothing of the kind
 */
export function thankYouFor(page: Asset, url: string): Asset {
  const parameters = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const order = parameters.get('order') ?? '';
  const orderNumber = isOrderNumber(order) ? order : '';
  const isFree = parameters.get('free') === 'true';
  if (!orderNumber && !isFree) return page;
  const numbered = page.variants.identity.body.toString().replace(room, `$1${orderNumber}`);
  const html = isFree ? numbered.replace(charged, '$& hidden') : numbered;
  const etag = String(page.etag).replace(/"$/, `-${orderNumber}${isFree ? '-free' : ''}"`);
  const identity = Buffer.from(html);
  // Not from memory, so only a little: enough to fit the first packets.
  return prepareAsset(
    etag,
    { ...page.headers, ETag: etag },
    { identity, gzip: gzipSync(html, { level: 1 }) },
  );
}
