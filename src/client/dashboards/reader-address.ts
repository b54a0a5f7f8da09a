import { decodePercent } from '../../shared/text.ts';
import type { AddressBar } from '../desk/url-state.ts';

const desk = '/reader/dashboard';
const orderPage = /^\/reader\/orders\/([^/]+)\/?$/;

type Place = Pick<Location, 'pathname' | 'search'>;

/** @returns the query that says the same as an address of the reader's desk: an order's page names it in its path */
export function searchOf({ pathname, search }: Place): string {
  const [, order] = orderPage.exec(pathname) ?? [];
  if (!order) return search;
  const parameters = new URLSearchParams(search);
  parameters.set('order', decodePercent(order) ?? order);
  return `?${parameters}`;
}

/** @returns the address of what a query of the reader's desk says */
export function addressOf(search: string): string {
  const { order, ...others } = Object.fromEntries(new URLSearchParams(search));
  const query = new URLSearchParams(others).toString();
  return `${order ? orderAddress(order) : desk}${query && `?${query}`}`;
}

/** @returns the address of the page for one reading */
export function orderAddress(orderNumber: string): string {
  return `/reader/orders/${encodeURIComponent(orderNumber)}`;
}

/** The browser's, for the reader's desk: each order has a page of its own, and all pages are the one desk. */
export function readerAddressBar(): AddressBar {
  return {
    read: () => searchOf(location),
    replace: (search) => history.replaceState(null, '', addressOf(search)),
    push: (search) => history.pushState(null, '', addressOf(search)),
    back: () => history.back(),
    onChange: (listener) => addEventListener('popstate', listener),
  };
}
