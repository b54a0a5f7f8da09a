import type { Queryable, Transaction } from '../../../db/client.ts';
import { count, eq, isNull, or } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { snippets } from '../../../db/schema.ts';

export type SnippetRow = typeof snippets.$inferSelect;

const snippetById = prepared((db, { id }: Given<{ id: string }>) =>
  db.select().from(snippets).where(eq(snippets.id, id)),
);

export function findSnippet(db: Queryable, id: string): SnippetRow | undefined {
  return snippetById(db).get({ id });
}

const snippetsFor = prepared((db, { ownerId }: Given<{ ownerId: string }>) =>
  db
    .select()
    .from(snippets)
    .where(or(eq(snippets.ownerId, ownerId), isNull(snippets.ownerId))),
);

/** @returns a person's own snippets and those that are shared */
export function listSnippetsFor(db: Queryable, ownerId: string): SnippetRow[] {
  return snippetsFor(db).all({ ownerId });
}

const ownCount = prepared((db, { ownerId }: Given<{ ownerId: string }>) =>
  db.select({ count: count() }).from(snippets).where(eq(snippets.ownerId, ownerId)),
);
const sharedCount = prepared((db) =>
  db.select({ count: count() }).from(snippets).where(isNull(snippets.ownerId)),
);

/** @returns how many snippets a person has; with null, how many are shared */
export function countSnippets(db: Queryable, ownerId: string | null): number {
  const row = ownerId === null ? sharedCount(db).get() : ownCount(db).get({ ownerId });
  return row?.count ?? 0;
}

const snippetWrite = prepared((db, given: Given<SnippetRow>) => {
  const { id, ownerId, title, text } = given;
  return db
    .insert(snippets)
    .values({ id, ownerId, title, text })
    .onConflictDoUpdate({ target: snippets.id, set: { ownerId, title, text } });
});

export function storeSnippet(db: Transaction, snippet: SnippetRow): void {
  snippetWrite(db).run(snippet);
}

const snippetDelete = prepared((db, { id }: Given<{ id: string }>) =>
  db.delete(snippets).where(eq(snippets.id, id)),
);

export function deleteSnippetRow(db: Transaction, id: string): void {
  snippetDelete(db).run({ id });
}
