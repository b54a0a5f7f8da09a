import { gzipSync } from 'node:zlib';
import { isOrderNumber } from '../../shared/order-number.ts';
import { type Asset, prepareAsset } from './assets.ts';

/** Where the built page has room for the number (src/pages/thank-you.astro). */
const room = /(<strong[^>]* data-order-number[^>]*>)(?=<\/strong>)/;

/**
 * The thank-you page is static: its script reads the order number from the address. For a browser that runs no
 * script the server puts it there. Nobody is believed: the number is only repeated, and only when it has the
 * form of one (spec/decisions.md, "Texts and checks").
 *
 * @param page the page as it was built
 * @param url the address that was asked for, with its query
 * @returns the page with the number in it; the page as it is when the address holds none
 */
export function withOrderNumber(page: Asset, url: string): Asset {
  const orderNumber = new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('order') ?? '';
  if (!isOrderNumber(orderNumber)) return page;
  const html = page.variants.identity.body.toString().replace(room, `$1${orderNumber}`);
  const etag = page.etag.replace(/"$/, `-${orderNumber}"`);
  const identity = Buffer.from(html);
  // Not from memory, so only a little: enough to fit the first packets.
  return prepareAsset(
    etag,
    { ...page.headers, ETag: etag },
    { identity, gzip: gzipSync(html, { level: 1 }) },
  );
}
