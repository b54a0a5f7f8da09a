import type { Queryable, Transaction } from '../../../db/client.ts';
import { eq } from '../../../db/drizzle.ts';
import { type Params, prepared } from '../../../db/prepared.ts';
import { serviceFacts } from '../../../db/schema.ts';

const factByName = prepared((db, { name }: Params<{ name: string }>) =>
  db.select({ value: serviceFacts.value }).from(serviceFacts).where(eq(serviceFacts.name, name)),
);

export function readFact(db: Queryable, name: string): string | null {
  return factByName(db).get({ name })?.value ?? null;
}

const factUpsert = prepared((db, { name, value }: Params<{ name: string; value: string }>) =>
  db
    .insert(serviceFacts)
    .values({ name, value })
    .onConflictDoUpdate({ target: serviceFacts.name, set: { value } }),
);

export function writeFact(db: Transaction, name: string, value: string): void {
  factUpsert(db).run({ name, value });
}
