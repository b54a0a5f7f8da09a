import type { Queryable, Transaction } from '../../../db/client.ts';
import { and, asc, eq } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { rowOrder } from '../../../db/row-order.ts';
import { savedViews } from '../../../db/schema.ts';

export type SavedViewRow = typeof savedViews.$inferSelect;
interface Own {
  id: string;
  ownerId: string;
}

const viewsOf = prepared((db, { ownerId }: Given<{ ownerId: string }>) =>
  db
    .select()
    .from(savedViews)
    .where(eq(savedViews.ownerId, ownerId))
    .orderBy(asc(savedViews.createdAt), asc(rowOrder(savedViews))),
);

/** @returns somebody's views, as they were made one after the other */
export function listViewsOf(db: Queryable, ownerId: string): SavedViewRow[] {
  return viewsOf(db).all({ ownerId });
}

const viewInsert = prepared((db, { id, ownerId, name, query, createdAt }: Given<SavedViewRow>) =>
  db.insert(savedViews).values({ id, ownerId, name, query, createdAt }).onConflictDoNothing(),
);

/** @returns whether no other view has its id */
export function insertView(db: Transaction, view: SavedViewRow): boolean {
  return viewInsert(db).run(view).changes > 0;
}

const viewUpdate = prepared(
  (db, { id, ownerId, name, query }: Given<Own & { name: string; query: string }>) =>
    db
      .update(savedViews)
      .set({ name, query })
      .where(and(eq(savedViews.id, id), eq(savedViews.ownerId, ownerId))),
);

/** @returns whether there is such a view of theirs */
export function updateView(db: Transaction, view: Own & { name: string; query: string }): boolean {
  return viewUpdate(db).run(view).changes > 0;
}

const viewDelete = prepared((db, { id, ownerId }: Given<Own>) =>
  db.delete(savedViews).where(and(eq(savedViews.id, id), eq(savedViews.ownerId, ownerId))),
);

/** @returns whether there was such a view of theirs */
export function deleteView(db: Transaction, view: Own): boolean {
  return viewDelete(db).run(view).changes > 0;
}
