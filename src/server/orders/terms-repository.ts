import { createHash } from 'node:crypto';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { findIn, insertInto } from '../../../db/prepared.ts';
import { terms } from '../../../db/schema.ts';

const insertTerms = insertInto(terms);

/** Stores terms once. @returns their id */
export function storeTerms(db: Transaction, words: string): string {
  const id = createHash('sha256').update(words).digest('hex');
  if (findTermsText(db, id) === null) insertTerms(db, { id, words });
  return id;
}

const termsById = findIn(terms, terms.id);

export function findTermsText(db: Queryable, id: string | null): string | null {
  return id === null ? null : (termsById(db, id)?.words ?? null);
}
