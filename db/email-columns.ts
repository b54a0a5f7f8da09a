import { domainToUnicode } from 'node:url';
import { canonicalEmail } from '../src/shared/email-address.ts';
import { searchTextOf } from '../src/shared/orders/search-text.ts';

/** @returns an address as people read it: browsers hand over `müller.example` as `xn--mller-kva.example` */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  // `domainToUnicode` returns an empty text for an invalid domain.
  return /(^|\.)xn--/i.test(domain) ? email.slice(0, at) + (domainToUnicode(domain) || domain) : email;
}

interface Named {
  customerName: string;
  customerEmail: string;
  orderNumber: string;
}

/** @returns what stands in an order's row of its customer's address, and what it is found by */
export function emailColumnsOf({ customerName, customerEmail, orderNumber }: Named) {
  const shown = shownEmail(customerEmail);
  const canonical = canonicalEmail(customerEmail);
  return {
    customerEmail: shown,
    canonicalEmail: canonical,
    searchText: searchTextOf(customerName, shown, orderNumber, canonical),
  };
}
