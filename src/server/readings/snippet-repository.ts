import { eq, isNull, or, sql } from '../../../db/drizzle.ts';
import { countIn, deleteIn, findIn, type Params, prepared, storeIn } from '../../../db/prepared.ts';
import { snippets } from '../../../db/schema.ts';

export type SnippetRow = typeof snippets.$inferSelect;

export const findSnippet = findIn(snippets, snippets.id);

export const listSnippetsFor = prepared((db, { ownerId }: Params<{ ownerId: string }>) =>
  db
    .select()
    .from(snippets)
    .where(or(eq(snippets.ownerId, ownerId), isNull(snippets.ownerId))),
);

/** Counts a user's own snippets; with null as `ownerId` the shared ones. */
export const countSnippets = countIn(
  snippets,
  ({ ownerId }: Params<{ ownerId: string | null }>) => sql`${snippets.ownerId} IS ${ownerId}`,
);

export const storeSnippet = storeIn(snippets, snippets.id);

export const deleteSnippetRow = deleteIn(snippets, snippets.id);
