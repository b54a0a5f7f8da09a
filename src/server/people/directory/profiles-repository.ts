import type { Queryable } from '../../../../db/client.ts';
import { and, asc, eq } from '../../../../db/drizzle.ts';
import { type Builder, type Given, prepared } from '../../../../db/prepared.ts';
import { rowOrder } from '../../../../db/row-order.ts';
import { portraits, users } from '../../../../db/schema.ts';
import type { Portrait, PublicReader, ReaderProfile } from '../../../shared/people/profiles.ts';

const selectProfiles = (db: Builder) =>
  db
    .select({
      userId: users.id,
      displayName: users.displayName,
      readingSince: users.readingSince,
      signature: users.signature,
      hash: portraits.hash,
      alt: portraits.alt,
    })
    .from(users)
    .leftJoin(portraits, eq(portraits.userId, users.id));

const profilesOfReaders = prepared((db) => selectProfiles(db).where(eq(users.role, 'reader')));

export function listProfiles(db: Queryable): Map<string, ReaderProfile> {
  return new Map(
    profilesOfReaders(db)
      .all()
      .map(({ userId, hash, alt, ...row }) => [userId, { ...row, portrait: portraitOf(hash, alt) }]),
  );
}

export function findProfile(db: Queryable, userId: string): ReaderProfile | null {
  return listProfiles(db).get(userId) ?? null;
}

const writingReaders = prepared((db) =>
  selectProfiles(db)
    .where(and(eq(users.role, 'reader'), eq(users.isActive, true)))
    .orderBy(asc(users.createdAt), asc(rowOrder(users))),
);

export function listPublicReaders(db: Queryable): PublicReader[] {
  return writingReaders(db)
    .all()
    .map((row) => ({
      name: row.displayName,
      since: row.readingSince,
      portrait: portraitOf(row.hash, row.alt),
    }));
}

type NewPortrait = typeof portraits.$inferInsert;

export const writePortrait = prepared((db, given: Given<NewPortrait>) => {
  const { userId, picture, hash, alt, updatedAt } = given;
  return db
    .insert(portraits)
    .values({ userId, picture, hash, alt, updatedAt })
    .onConflictDoUpdate({ target: portraits.userId, set: { picture, hash, alt, updatedAt } });
});

export const setAlt = prepared(
  (db, { userId, alt, updatedAt }: Given<Omit<NewPortrait, 'picture' | 'hash'>>) =>
    db.update(portraits).set({ alt, updatedAt }).where(eq(portraits.userId, userId)),
);

export const deletePortrait = prepared((db, { userId }: Given<{ userId: string }>) =>
  db.delete(portraits).where(eq(portraits.userId, userId)),
);

const shownPicture = prepared((db, { hash }: Given<{ hash: string }>) =>
  db
    .select({ picture: portraits.picture })
    .from(portraits)
    .innerJoin(users, eq(users.id, portraits.userId))
    .where(and(eq(portraits.hash, hash), eq(users.isActive, true), eq(users.role, 'reader'))),
);

export function findShownPortrait(db: Queryable, hash: string): Buffer | undefined {
  return shownPicture(db).get({ hash })?.picture;
}

function portraitOf(hash: string | null, alt: string | null): Portrait | null {
  return hash === null || alt === null ? null : { address: `/portraits/${hash}.webp`, alt };
}
