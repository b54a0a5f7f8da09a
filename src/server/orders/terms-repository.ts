import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { terms } from '../../../db/schema.ts';

/** Stores terms once. @returns their id */
export function storeTerms(tx: Transaction, words: string): string {
  const id = createHash('sha256').update(words).digest('hex');
  if (findTermsText(tx, id) === null) tx.insert(terms).values({ id, words }).run();
  return id;
}

export function findTermsText(db: Queryable, id: string | null): string | null {
  if (id === null) return null;
  return db.select().from(terms).where(eq(terms.id, id)).get()?.words ?? null;
}
