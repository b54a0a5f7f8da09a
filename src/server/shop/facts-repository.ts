import type { Queryable } from '../../../db/client.ts';
import { eq } from '../../../db/drizzle.ts';
import { type Params, prepared, storeIn } from '../../../db/prepared.ts';
import { serviceFacts } from '../../../db/schema.ts';

const factByName = prepared((db, { name }: Params<{ name: string }>) =>
  db.select({ value: serviceFacts.value }).from(serviceFacts).where(eq(serviceFacts.name, name)),
);

export function readFact(db: Queryable, name: string): string | null {
  return factByName(db).get({ name })?.value ?? null;
}

export const writeFact = storeIn(serviceFacts, serviceFacts.name);
