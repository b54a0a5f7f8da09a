import type Sqlite from 'better-sqlite3';
import { emailColumnsOf } from './email-columns.ts';

/*
 * What a search of the orders looks at: a text of each, and an FTS5 index of them, `orders_search`. Triggers update the
 * index when orders change or go (migrations/0014); this module adds new orders to it.
 */

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

/** So many new orders wait until they are added: added one by one they cost the disk and the processor three times that. */
const addedAtOnce = 32;

/** How many pages of the index are put together with them; its parts stay few (measured with 100,000 orders). */
const pagesMerged = 16;

/**
 * Lets a search find new orders. FTS5 writes a part of its index for each savepoint that is released, and now and then
 * it merges hundreds of pages of them while all requests wait. So orders are added in batches, after a commit's
 * savepoints, by the caller that places the last order of a batch; the tables themselves tell which orders wait. A
 * search, which writes nothing, looks at those few one by one.
 *
 * @returns a function that adds the new orders when enough of them wait: call it last in every commit
 */
export function createOrderSearch(client: Sqlite.Database): () => void {
  const newest = 'SELECT coalesce(max(id), 0) FROM orders_search_content';
  const countWaiting = client
    .prepare<[], number>(`SELECT coalesce((SELECT max(seq) FROM orders), 0) - (${newest})`)
    .pluck();
  const add = client.prepare(
    `INSERT INTO orders_search (rowid, search_text) SELECT seq, search_text FROM orders WHERE seq > (${newest})`,
  );
  const merge = client.prepare("INSERT INTO orders_search (orders_search, rank) VALUES ('merge', ?)");
  return () => {
    if ((countWaiting.get() ?? 0) < addedAtOnce) return;
    add.run();
    merge.run(pagesMerged);
  };
}
