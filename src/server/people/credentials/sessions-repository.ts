import type { Queryable } from '../../../../db/client.ts';
import { eq, gt, or, sql } from '../../../../db/drizzle.ts';
import { type Given, prepared } from '../../../../db/prepared.ts';
import { sessions, users } from '../../../../db/schema.ts';

const sessionWithUser = prepared((db, { id }: Given<{ id: string }>) =>
  db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      expiresAt: sessions.expiresAt,
      createdAt: sessions.createdAt,
      device: sessions.device,
      username: users.username,
      role: users.role,
      isActive: users.isActive,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, id)),
);

/** @returns a session, expired or not, with its user */
export function findSession(db: Queryable, id: string) {
  return sessionWithUser(db).get({ id });
}
export type FoundSession = NonNullable<ReturnType<typeof findSession>>;

export const listSessionsOf = prepared((db, { userId }: Given<{ userId: string }>) =>
  db.select().from(sessions).where(eq(sessions.userId, userId)),
);

/** @param latest milliseconds since 1970, and seconds */
export const shortenSessions = prepared((db, latest: Given<{ createdAt: number; expiresAt: number }>) =>
  db
    .update(sessions)
    .set({
      createdAt: sql`min(${sessions.createdAt}, ${latest.createdAt})`,
      expiresAt: sql`min(${sessions.expiresAt}, ${latest.expiresAt})`,
    })
    .where(or(gt(sessions.createdAt, latest.createdAt), gt(sessions.expiresAt, latest.expiresAt))),
);

export const deleteSession = prepared((db, { id }: Given<{ id: string }>) =>
  db.delete(sessions).where(eq(sessions.id, id)),
);
