import type { Queryable, Transaction } from '../../../db/client.ts';
import { asc, eq } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { rowOrder } from '../../../db/row-order.ts';
import { orderNotes, users } from '../../../db/schema.ts';

const notesOfOrder = prepared((db, { orderId }: Given<{ orderId: string }>) =>
  db
    .select({ note: orderNotes, author: users.username, role: users.role })
    .from(orderNotes)
    .innerJoin(users, eq(users.id, orderNotes.authorId))
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(asc(orderNotes.createdAt), asc(rowOrder(orderNotes))),
);

/** @returns what was said about an order, the oldest first */
export function listNotesOfOrder(db: Queryable, orderId: string) {
  return notesOfOrder(db)
    .all({ orderId })
    .map(({ note, author, role }) => ({ ...note, author, role }));
}

type NewNote = typeof orderNotes.$inferInsert;

const noteInsert = prepared((db, { id, orderId, authorId, text, createdAt }: Given<NewNote>) =>
  db.insert(orderNotes).values({ id, orderId, authorId, text, createdAt }),
);

export function insertNoteOfOrder(db: Transaction, note: NewNote): void {
  noteInsert(db).run(note);
}
