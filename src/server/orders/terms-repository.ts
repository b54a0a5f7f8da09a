import { createHash } from 'node:crypto';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { eq } from '../../../db/drizzle.ts';
import { insertInto, type Params, prepared } from '../../../db/prepared.ts';
import { terms } from '../../../db/schema.ts';

const insertTerms = insertInto(terms);

/** Stores terms once. @returns their id */
export function storeTerms(db: Transaction, words: string): string {
  const id = createHash('sha256').update(words).digest('hex');
  if (findTermsText(db, id) === null) insertTerms(db, { id, words });
  return id;
}

const termsById = prepared((db, { id }: Params<{ id: string }>) =>
  db.select().from(terms).where(eq(terms.id, id)),
);

export function findTermsText(db: Queryable, id: string | null): string | null {
  return id === null ? null : (termsById(db).get({ id })?.words ?? null);
}
