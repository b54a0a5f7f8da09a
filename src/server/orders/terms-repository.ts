import { createHash } from 'node:crypto';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { eq } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { terms } from '../../../db/schema.ts';

const termsInsert = prepared((db, { id, words }: Given<{ id: string; words: string }>) =>
  db.insert(terms).values({ id, words }),
);

/** Stores the words of terms, each once, however often they are agreed to. @returns their id */
export function keepTerms(db: Transaction, words: string): string {
  const id = createHash('sha256').update(words).digest('hex');
  if (findTerms(db, id) === null) termsInsert(db).run({ id, words });
  return id;
}

const termsById = prepared((db, { id }: Given<{ id: string }>) =>
  db.select().from(terms).where(eq(terms.id, id)),
);

/** @returns the words of terms; null when an order has none, as those from before they were kept */
export function findTerms(db: Queryable, id: string | null): string | null {
  return id === null ? null : (termsById(db).get({ id })?.words ?? null);
}
