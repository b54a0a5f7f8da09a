import { domainToUnicode } from 'node:url';
import type Sqlite from 'better-sqlite3';
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

/** How many search texts are made in one transaction. */
const textsAtOnce = 1_000;

/** Makes the texts that orders are found by, and the form of their addresses, for those that have none: SQL cannot. */
export function fillSearchTexts(client: Sqlite.Database): void {
  if (client.prepare("SELECT 1 FROM orders WHERE search_text = '' LIMIT 1").get() === undefined) return;
  type Row = { seq: number; customerName: string; customerEmail: string; orderNumber: string };
  const list = client.prepare<[], Row>(
    `SELECT seq, customer_name AS customerName, customer_email AS customerEmail, order_number AS orderNumber
      FROM orders WHERE search_text = '' ORDER BY seq LIMIT ${textsAtOnce}`,
  );
  const fill = client.prepare(
    `UPDATE orders SET customer_email = $customerEmail, canonical_email = $canonicalEmail, search_text = $searchText
      WHERE seq = $seq`,
  );
  const fillSome = client.transaction((rows: Row[]) => {
    for (const row of rows) fill.run({ seq: row.seq, ...emailColumnsOf(row) });
  });
  for (let rows = list.all(); rows.length > 0; rows = list.all()) fillSome(rows);
}
