import { and, desc, eq, inArray, lte, max, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { personName, siteTexts, users } from '../../../db/schema.ts';
import type { BusinessPart } from '../../shared/shop/business-schema.ts';

/**
 * Finds a part's newest version, a logo's with its file; undefined if never changed. `value` may be `originalValue`.
 */
export function findNewestVersion(db: Queryable, name: BusinessPart) {
  return db
    .select({ id: siteTexts.id, value: siteTexts.value })
    .from(siteTexts)
    .where(eq(siteTexts.name, name))
    .orderBy(desc(siteTexts.id))
    .limit(1)
    .get();
}

/** Finds a part's value at a time, in milliseconds since 1970; undefined if it was not changed before. */
export function findValueAt(db: Queryable, name: BusinessPart, time: number) {
  return db
    .select({ value: siteTexts.value })
    .from(siteTexts)
    .where(and(eq(siteTexts.name, name), lte(siteTexts.changedAt, time)))
    .orderBy(desc(siteTexts.id))
    .limit(1)
    .get();
}

/** Lists the newest version of each part, a logo without its file. */
export function listNewestVersions(db: Queryable) {
  const newest = db
    .select({ id: max(siteTexts.id) })
    .from(siteTexts)
    .groupBy(siteTexts.name);
  return db
    .select({
      name: sql<BusinessPart>`${siteTexts.name}`,
      id: siteTexts.id,
      value: sql`json_remove(${siteTexts.value}, '$.file')`.mapWith(siteTexts.value),
    })
    .from(siteTexts)
    .where(inArray(siteTexts.id, newest))
    .all();
}

/** Lists the newest versions of a part, newest first, with who stored them; a logo’s with its file. */
export function listVersions(db: Queryable, name: BusinessPart, limit: number) {
  const { id, value, changedAt } = siteTexts;
  return db
    .select({ id, value, changedAt, changedBy: personName })
    .from(siteTexts)
    .innerJoin(users, eq(users.id, siteTexts.changedById))
    .where(eq(siteTexts.name, name))
    .orderBy(desc(id))
    .limit(limit)
    .all();
}

/** Finds a version of any part of the business's texts. */
export function findVersion(db: Queryable, id: number) {
  return db.select().from(siteTexts).where(eq(siteTexts.id, id)).get();
}

export function insertVersion(tx: Transaction, version: typeof siteTexts.$inferInsert): void {
  tx.insert(siteTexts).values(version).run();
}

/** Finds the file of a logo, even an earlier one, which the history shows. */
export function findLogo(db: Queryable, address: string): Buffer | undefined {
  const isIt = eq(sql`json_extract(${siteTexts.value}, '$.logo.address')`, address);
  const file = sql<string>`json_extract(${siteTexts.value}, '$.file')`;
  const found = db
    .select({ file })
    .from(siteTexts)
    .where(and(eq(siteTexts.name, 'logo'), isIt))
    .get();
  return found && Buffer.from(found.file, 'base64');
}
