import type { Queryable } from '../../../db/client.ts';
import { and, desc, eq, lte, sql } from '../../../db/drizzle.ts';
import { findIn, insertInto, type Params, prepared } from '../../../db/prepared.ts';
import { siteTexts, users } from '../../../db/schema.ts';
import type { BusinessPart } from '../../shared/shop/business.ts';

export const findNewestVersion = prepared((db, { name }: Params<{ name: BusinessPart }>) =>
  db
    .select({ id: siteTexts.id, value: siteTexts.value })
    .from(siteTexts)
    .where(eq(siteTexts.name, name))
    .orderBy(desc(siteTexts.id))
    .limit(1),
);

/** Finds a part's value at a time, in milliseconds since 1970; none when it had not been changed by then. */
export const findValueAt = prepared((db, { name, time }: Params<{ name: BusinessPart; time: number }>) =>
  db
    .select({ value: siteTexts.value })
    .from(siteTexts)
    .where(and(eq(siteTexts.name, name), lte(siteTexts.changedAt, time)))
    .orderBy(desc(siteTexts.id))
    .limit(1),
);

const allNewest = prepared((db) =>
  db
    .select({ name: siteTexts.name, id: siteTexts.id, value: siteTexts.value })
    .from(siteTexts)
    .where(sql`${siteTexts.id} IN (SELECT max(id) FROM ${siteTexts} GROUP BY name)`),
);

export function listNewestVersions(db: Queryable): { name: BusinessPart; id: number; value: unknown }[] {
  return allNewest(db)
    .all()
    .map((version) => ({ ...version, name: version.name as BusinessPart }));
}

export const listVersions = prepared((db, { name, limit }: Params<{ name: BusinessPart; limit: number }>) =>
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

export const findVersion = findIn(siteTexts, siteTexts.id);

export const insertVersion = insertInto(siteTexts);
