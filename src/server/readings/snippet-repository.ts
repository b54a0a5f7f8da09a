import type { Queryable } from '../../../db/client.ts';
import { count, eq, isNull, or, sql } from '../../../db/drizzle.ts';
import { deleteIn, findIn, type Params, prepared, storeIn } from '../../../db/prepared.ts';
import { snippets } from '../../../db/schema.ts';

export type SnippetRow = typeof snippets.$inferSelect;

export const findSnippet = findIn(snippets, snippets.id);

export const listSnippetsFor = prepared((db, { ownerId }: Params<{ ownerId: string }>) =>
  db
    .select()
    .from(snippets)
    .where(or(eq(snippets.ownerId, ownerId), isNull(snippets.ownerId))),
);

const snippetCount = prepared((db, { ownerId }: Params<{ ownerId: string | null }>) =>
  db.select({ count: count() }).from(snippets).where(sql`${snippets.ownerId} IS ${ownerId}`),
);

/** Counts a user's own snippets. @param ownerId null counts the shared ones */
export function countSnippets(db: Queryable, ownerId: string | null): number {
  return snippetCount(db).get({ ownerId })?.count ?? 0;
}

export const storeSnippet = storeIn(snippets, snippets.id);

export const deleteSnippetRow = deleteIn(snippets, snippets.id);
