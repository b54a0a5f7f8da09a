import { domainToUnicode } from 'node:url';
import type Sqlite from 'better-sqlite3';
import { canonicalEmail } from '../src/shared/email/email-address.ts';
import { searchTextOf } from '../src/shared/orders/search-text.ts';
import type { orders } from './schema.ts';

/** Returns an address with its domain in Unicode: browsers send `müller.example` as `xn--mller-kva.example`. */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  return /(^|\.)xn--/i.test(domain) ? email.slice(0, at) + (domainToUnicode(domain) || domain) : email;
}

type Named = Pick<typeof orders.$inferSelect, 'customerName' | 'customerEmail' | 'orderNumber'>;

/** Returns an order's computed columns: the shown and the canonical address, and the text for the search. */
export function computedColumnsOf({ customerName, customerEmail, orderNumber }: Named) {
  const shown = shownEmail(customerEmail);
  const canonical = canonicalEmail(customerEmail);
  return {
    customerEmail: shown,
    canonicalEmail: canonical,
    searchText: searchTextOf(customerName, shown, orderNumber, canonical),
  };
}

const textsAtOnce = 1_000;

/** Fills the columns that SQL cannot compute, for orders whose search text a migration left empty. */
export function fillComputedColumns(client: Sqlite.Database): void {
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
    for (const row of rows) fill.run({ seq: row.seq, ...computedColumnsOf(row) });
  });
  for (let rows = list.all(); rows.length > 0; rows = list.all()) fillSome(rows);
}
