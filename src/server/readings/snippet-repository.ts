import { count, eq, isNull, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { snippets } from '../../../db/schema.ts';

export type SnippetRow = typeof snippets.$inferSelect;

export function findSnippet(db: Queryable, id: string) {
  return db.select().from(snippets).where(eq(snippets.id, id)).get();
}

/** Lists a user's own snippets and the shared ones. */
export function listSnippetsFor(db: Queryable, ownerId: string) {
  const isTheirs = or(eq(snippets.ownerId, ownerId), isNull(snippets.ownerId));
  return db.select().from(snippets).where(isTheirs).all();
}

/** Counts a user's own snippets, or the shared ones (null). */
export function countSnippets(db: Queryable, ownerId: string | null): number {
  const isOwn = sql`${snippets.ownerId} IS ${ownerId}`;
  return db.select({ count: count() }).from(snippets).where(isOwn).get()?.count ?? 0;
}

export function storeSnippet(tx: Transaction, row: SnippetRow) {
  tx.insert(snippets).values(row).onConflictDoUpdate({ target: snippets.id, set: row }).run();
}

export function deleteSnippetRow(tx: Transaction, id: string) {
  tx.delete(snippets).where(eq(snippets.id, id)).run();
}
