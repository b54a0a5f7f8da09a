import { browserAddressBar } from '../../lib/url-state.ts';
import { decodePercent } from '../../shared/text.ts';

const desk = '/reader/dashboard';
const orderPage = /^\/reader\/orders\/([^/]+)\/?$/;

/** Returns an address's query, with the order number in an order page's path as `?order=`. */
export function searchOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const [, order] = orderPage.exec(pathname) ?? [];
  if (!order) return search;
  const parameters = new URLSearchParams(search);
  parameters.set('order', decodePercent(order) ?? order);
  return `?${parameters}`;
}

/** Returns the address for a query: `?order=` becomes the order page's path. The reverse of `searchOf`. */
export function addressOf(search: string): string {
  const { order, ...others } = Object.fromEntries(new URLSearchParams(search));
  const query = new URLSearchParams(others).toString();
  return `${order ? orderAddress(order) : desk}${query && `?${query}`}`;
}

export function orderAddress(orderNumber: string): string {
  return `/reader/orders/${encodeURIComponent(orderNumber)}`;
}

/** Creates the address bar of the reader's pages, which keeps `order` in the path (`searchOf`). */
export const readerAddressBar = () => browserAddressBar(() => searchOf(location), addressOf);
