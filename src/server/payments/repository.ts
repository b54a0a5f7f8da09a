import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { checkouts, stripeEvents } from '../../../db/schema.ts';

export type Checkout = typeof checkouts.$inferSelect;

export function findCheckout(db: Queryable, id: string): Checkout | undefined {
  return db.select().from(checkouts).where(eq(checkouts.id, id)).get();
}

export function insertCheckout(db: Queryable, checkout: typeof checkouts.$inferInsert): Checkout {
  return db.insert(checkouts).values(checkout).returning().get();
}

export function updateCheckout(db: Queryable, id: string, changes: Partial<Checkout>): Checkout {
  return db.update(checkouts).set(changes).where(eq(checkouts.id, id)).returning().get();
}

/** @returns whether the checkout had no order yet and now has this one */
export function claimCheckout(db: Queryable, id: string, orderId: string): boolean {
  const { changes } = db
    .update(checkouts)
    .set({ orderId })
    .where(and(eq(checkouts.id, id), isNull(checkouts.orderId)))
    .run();
  return changes > 0;
}

export function isEventKnown(db: Queryable, id: string): boolean {
  return (
    db.select({ id: stripeEvents.id }).from(stripeEvents).where(eq(stripeEvents.id, id)).get() !== undefined
  );
}

export function rememberEvent(db: Queryable, event: typeof stripeEvents.$inferInsert): void {
  db.insert(stripeEvents).values(event).onConflictDoNothing().run();
}
