import type { Queryable, Transaction } from '../../../../db/client.ts';
import { eq, gt, or, sql } from '../../../../db/drizzle.ts';
import { type Given, prepared } from '../../../../db/prepared.ts';
import { sessions, users } from '../../../../db/schema.ts';

export type SessionRow = typeof sessions.$inferSelect;

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

/** @returns a session, expired or not, with whose it is */
export function findSession(db: Queryable, id: string) {
  return sessionWithUser(db).get({ id });
}

const sessionsOfUser = prepared((db, { userId }: Given<{ userId: string }>) =>
  db.select().from(sessions).where(eq(sessions.userId, userId)),
);

/** @returns the sessions of a user, expired or not */
export function listSessionsOf(db: Queryable, userId: string): SessionRow[] {
  return sessionsOfUser(db).all({ userId });
}

const sessionsShortened = prepared((db, latest: Given<{ createdAt: number; expiresAt: number }>) =>
  db
    .update(sessions)
    .set({
      createdAt: sql`min(${sessions.createdAt}, ${latest.createdAt})`,
      expiresAt: sql`min(${sessions.expiresAt}, ${latest.expiresAt})`,
    })
    .where(or(gt(sessions.createdAt, latest.createdAt), gt(sessions.expiresAt, latest.expiresAt))),
);

/** @param latest milliseconds since 1970, and seconds */
export function shortenSessions(db: Transaction, latest: { createdAt: number; expiresAt: number }): void {
  sessionsShortened(db).run(latest);
}

const sessionDelete = prepared((db, { id }: Given<{ id: string }>) =>
  db.delete(sessions).where(eq(sessions.id, id)),
);

export function deleteSession(db: Transaction, id: string): void {
  sessionDelete(db).run({ id });
}
