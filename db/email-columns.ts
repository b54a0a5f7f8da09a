import { domainToUnicode } from 'node:url';
import type Sqlite from 'better-sqlite3';
import { canonicalEmail } from '../src/shared/email/email-address.ts';
import { searchTextOf } from '../src/shared/orders/search-text.ts';
import type { orders } from './schema.ts';

/** Formats an address for people: browsers send `müller.example` as `xn--mller-kva.example`. */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  return /(^|\.)xn--/i.test(domain) ? email.slice(0, at) + (domainToUnicode(domain) || domain) : email;
}

type Named = Pick<typeof orders.$inferSelect, 'customerName' | 'customerEmail' | 'orderNumber'>;

export function emailColumnsOf({ customerName, customerEmail, orderNumber }: Named) {
  const shown = shownEmail(customerEmail);
  const canonical = canonicalEmail(customerEmail);
  return {
    customerEmail: shown,
    canonicalEmail: canonical,
    searchText: searchTextOf(customerName, shown, orderNumber, canonical),
  };
}

const textsAtOnce = 1_000;

/** Fills the columns of orders that migrations left empty because SQL cannot compute them. */
export function fillSearchTexts(client: Sqlite.Database): void {
  if (client.prepare("SELECT 1 FROM orders WHERE search_text = '' LIMIT 1").get() === undefined) return;
  type Row = Named & { seq: number };
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
