import type { Queryable, Transaction } from '../../../db/client.ts';
import { and, desc, eq, lte, sql } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { siteTexts, users } from '../../../db/schema.ts';
import type { BusinessPart } from '../../shared/business.ts';

interface NewVersion {
  name: BusinessPart;
  value: unknown;
  changedById: string;
  changedAt: number;
}

const newest = prepared((db, { name }: Given<{ name: BusinessPart }>) =>
  db
    .select({ id: siteTexts.id, value: siteTexts.value })
    .from(siteTexts)
    .where(eq(siteTexts.name, name))
    .orderBy(desc(siteTexts.id))
    .limit(1),
);

/** @returns the current version of a part; undefined when it was never changed */
export function findNewestVersion(
  db: Queryable,
  name: BusinessPart,
): { id: number; value: unknown } | undefined {
  return newest(db).get({ name });
}

const newestAt = prepared((db, { name, time }: Given<{ name: BusinessPart; time: number }>) =>
  db
    .select({ value: siteTexts.value })
    .from(siteTexts)
    .where(and(eq(siteTexts.name, name), lte(siteTexts.changedAt, time)))
    .orderBy(desc(siteTexts.id))
    .limit(1),
);

/** @returns the value that a part had at a time, in milliseconds; undefined when it had not been changed by then */
export function findValueAt(db: Queryable, name: BusinessPart, time: number): unknown {
  return newestAt(db).get({ name, time })?.value;
}

const allNewest = prepared((db) =>
  db
    .select({ name: siteTexts.name, id: siteTexts.id, value: siteTexts.value })
    .from(siteTexts)
    .where(sql`${siteTexts.id} IN (SELECT max(id) FROM ${siteTexts} GROUP BY name)`),
);

/** @returns the current versions of the parts that were changed */
export function listNewestVersions(db: Queryable): { name: BusinessPart; id: number; value: unknown }[] {
  return allNewest(db)
    .all()
    .map((version) => ({ ...version, name: version.name as BusinessPart }));
}

const history = prepared((db, { name, limit }: Given<{ name: BusinessPart; limit: number }>) =>
  db
    .select({
      id: siteTexts.id,
      value: siteTexts.value,
      changedAt: siteTexts.changedAt,
      changedBy: users.username,
    })
    .from(siteTexts)
    .innerJoin(users, eq(users.id, siteTexts.changedById))
    .where(eq(siteTexts.name, name))
    .orderBy(desc(siteTexts.id))
    .limit(limit),
);

/** @returns the versions of a part, the newest first */
export function listVersions(db: Queryable, name: BusinessPart, limit: number) {
  return history(db).all({ name, limit });
}

const byId = prepared((db, { id }: Given<{ id: number }>) =>
  db.select({ name: siteTexts.name, value: siteTexts.value }).from(siteTexts).where(eq(siteTexts.id, id)),
);

/** @returns a version of any part by its number */
export function findVersion(db: Queryable, id: number): { name: string; value: unknown } | undefined {
  return byId(db).get({ id });
}

const insert = prepared((db, { name, value, changedById, changedAt }: Given<NewVersion>) =>
  db.insert(siteTexts).values({ name, value, changedById, changedAt }),
);

export function insertVersion(db: Transaction, version: NewVersion): void {
  insert(db).run(version);
}
