import type { Queryable } from '../../../db/client.ts';
import { asc, eq, getTableColumns } from '../../../db/drizzle.ts';
import { type Params, pickParams, prepared } from '../../../db/prepared.ts';
import { offers } from '../../../db/schema.ts';

export type OfferRow = typeof offers.$inferSelect;

const allOffers = prepared((db) => db.select().from(offers).orderBy(asc(offers.position)));

/** Returns all offers in the shop's order, archived ones too. */
export function listOffers(db: Queryable): OfferRow[] {
  return allOffers(db).all();
}

const columns = Object.keys(getTableColumns(offers)) as (keyof OfferRow)[];

/** Stores an offer, new or changed. */
export const storeOffer = prepared((db, given: Params<OfferRow>) => {
  const values = pickParams(given, columns);
  return db.insert(offers).values(values).onConflictDoUpdate({ target: offers.id, set: values });
});

export const storePosition = prepared((db, { id, position }: Params<{ id: string; position: number }>) =>
  db.update(offers).set({ position }).where(eq(offers.id, id)),
);
