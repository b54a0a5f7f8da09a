import type { Queryable } from '../../../db/client.ts';
import { findIn, storeIn } from '../../../db/prepared.ts';
import { serviceFacts } from '../../../db/schema.ts';

const factByName = findIn(serviceFacts, serviceFacts.name);

export function readFact(db: Queryable, name: string): string | null {
  return factByName(db, name)?.value ?? null;
}

export const writeFact = storeIn(serviceFacts, serviceFacts.name);
