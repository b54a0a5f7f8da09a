import { gzipSync } from 'node:zlib';
import { outcomeOfRedirect, outcomeTitles, type PaymentOutcome } from '../../shared/checkout/payment.ts';
import type { OrderThanks } from '../../shared/customer-order.ts';
import { isOrderNumber } from '../../shared/orders/order-number.ts';
import { type Asset, prepareAsset } from './assets.ts';

/** Where the built page has room for the number (src/pages/thank-you.astro). */
const room = /(<strong[^>]* data-order-number[^>]*>)(?=<\/strong>)/;

/** Where it speaks of money. */
const charged = / data-charged(?=[\s>])/g;

/** What it says when the payment was made; other outcomes stand hidden beside it. */
const thanksShown = / data-outcome="paid"(?=[\s>])/;
const title = /(?<=<title>)Order Confirmed/;

/** What only the browser that ordered gets; the others have it as a template, which shows nothing. */
const own = /<template data-own>(.*?)<\/template>/s;

/**
 * Fills in the thank-you page, which is the same for all visitors: its script reads from the address which order it
 * was, whether there was anything to pay, and whether the payment failed or is still being checked. For a browser that
 * runs no script the server does. The number in the address is not trusted: it is only repeated, and only when it has
 * the form of one (docs/product.md §2). Only the browser that ordered is told more.
 *
 * @param page the page as it was made
 * @param url the address that was asked for, with its query
 * @param readThanks what the browser that ordered may know of its order; null for every other browser
 * @returns the page with the number in it, without what it says of a charge when there was none, and with the outcome
 *   of the payment that the address names; the page as it is when the address says nothing of the kind
 */
export function thankYouFor(
  page: Asset,
  url: string,
  readThanks: (orderNumber: string) => OrderThanks | null = () => null,
): Asset {
  const parameters = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const order = parameters.get('order') ?? '';
  const orderNumber = isOrderNumber(order) ? order : '';
  const isFree = parameters.get('free') === 'true';
  const said = outcomeOfRedirect(parameters.get('redirect_status'));
  if (!orderNumber && !isFree && said === 'paid') return page;
  const thanks = orderNumber ? readThanks(orderNumber) : null;
  // Paid since: what is known is truer than an old address.
  const outcome = thanks === null ? said : 'paid';
  const numbered = page.variants.identity.body.toString().replace(room, `$1${orderNumber}`);
  const priced = isFree ? numbered.replace(charged, '$& hidden') : numbered;
  const html = outcome === 'paid' ? priced : withoutThanks(priced, outcome);
  if (thanks) return personal(page, html, thanks);
  const kind = `${isFree ? '-free' : ''}${outcome === 'paid' ? '' : `-${outcome}`}`;
  const etag = String(page.etag).replace(/"$/, `-${orderNumber}${kind}"`);
  return prepareAsset(etag, { ...page.headers, ETag: etag }, bodiesOf(html));
}

function withoutThanks(html: string, outcome: PaymentOutcome): string {
  return html
    .replace(thanksShown, '$& hidden')
    .replace(`data-outcome="${outcome}" hidden`, `data-outcome="${outcome}"`)
    .replace(title, outcomeTitles[outcome]);
}

/** One customer's page: no cache on its way keeps it. */
function personal(page: Asset, html: string, thanks: OrderThanks): Asset {
  const { ETag: _etag, ...headers } = page.headers;
  const filled = html.replace(own, (_all, inner: string) => fill(inner, thanks));
  return prepareAsset(null, { ...headers, 'Cache-Control': 'no-store' }, bodiesOf(filled));
}

function fill(inner: string, thanks: OrderThanks): string {
  const { sentTo, isUndelivered, dueDay, orderPath, isCorrectable, meant } = thanks;
  const write = (html: string, place: string, text: string) =>
    html.replace(new RegExp(` data-${place}[^>]*>`), (tag) => tag + escapeHtml(text));
  const texts = { 'sent-to': sentTo, 'due-day': dueDay ?? '', 'meant-address': meant ?? '' };
  const filled = Object.entries(texts)
    .reduce((html, [place, text]) => write(html, place, text), inner)
    .replaceAll('href="/order/', () => `href="${escapeHtml(orderPath)}`);
  const isLeftOut = {
    'when-due': dueDay === null,
    correct: !isCorrectable,
    delivered: isUndelivered,
    undelivered: !isUndelivered,
    meant: meant === null,
    'looks-right': meant !== null,
  };
  return filled.replace(
    / data-(when-due|correct|delivered|undelivered|meant|looks-right)(?=[\s>])/g,
    (mark, name: keyof typeof isLeftOut) => (isLeftOut[name] ? `${mark} hidden` : mark),
  );
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** Not from memory, so compressed only a little: enough to fit the first packets. */
function bodiesOf(html: string) {
  return { identity: Buffer.from(html), gzip: gzipSync(html, { level: 1 }) };
}
