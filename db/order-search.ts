import type Sqlite from 'better-sqlite3';
import { searchTextOf } from '../src/shared/orders/search-text.ts';

/*
 * What a search of the orders looks at: a text of each, and an FTS5 index of them, `orders_search`. Triggers tell it
 * of orders that change or go (migrations/0014); those that are new it is told of here.
 */

/** How many search texts are made in one transaction. */
const textsAtOnce = 1_000;

/** Makes the texts that a search looks at for orders that have none: SQL alone cannot fold them. */
export function fillSearchTexts(client: Sqlite.Database): void {
  if (client.prepare("SELECT 1 FROM orders WHERE search_text = '' LIMIT 1").get() === undefined) return;
  client.function('search_text_of', { deterministic: true, directOnly: true }, searchTextOf);
  const fill = client.prepare(
    `UPDATE orders SET search_text = search_text_of(customer_name, customer_email, order_number)
      WHERE seq IN (SELECT seq FROM orders WHERE search_text = '' ORDER BY seq LIMIT ${textsAtOnce})`,
  );
  while (fill.run().changes === textsAtOnce);
}

/** So many new orders wait until they are added: added one by one they cost the disk and the processor three times that. */
const addedAtOnce = 32;

/** How many pages of the index are put together with them; its parts stay few (measured with 100,000 orders). */
const pagesMerged = 16;

/**
 * Lets a search find new orders. FTS5 writes a part of its index for each savepoint that is released, and now and then
 * it puts hundreds of pages of them together while everybody waits. So orders are added after a commit's savepoints,
 * many at once, by whoever places the last of them; which of them wait the tables themselves tell. A search, which
 * writes nothing, looks at those few one by one.
 *
 * @returns what adds the new orders when enough of them wait: to be called last in every commit
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
