import type { Transaction } from '../../../../db/client.ts';
import { and, desc, eq, gt, gte, lte, ne, or, sql } from '../../../../db/drizzle.ts';
import { type Given, prepared } from '../../../../db/prepared.ts';
import { sessions, users } from '../../../../db/schema.ts';

export const findSession = prepared((db, { id }: Given<{ id: string }>) =>
  db
    .select({
      expiresAt: sessions.expiresAt,
      createdAt: sessions.createdAt,
      device: sessions.device,
      isActive: users.isActive,
      user: { id: users.id, username: users.username, role: users.role },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, id)),
);

/** Lists the sessions of a user, the newest first. `second` is now in seconds, `oldest` in milliseconds. */
export const listSessionsOf = prepared(
  (db, { userId, second, oldest }: Given<{ userId: string; second: number; oldest: number }>) =>
    db
      .select()
      .from(sessions)
      .where(
        and(eq(sessions.userId, userId), gt(sessions.expiresAt, second), gte(sessions.createdAt, oldest)),
      )
      .orderBy(desc(sessions.createdAt)),
);

export const deleteSession = prepared((db, { id }: Given<{ id: string }>) =>
  db.delete(sessions).where(eq(sessions.id, id)),
);

const sessionsDelete = prepared((db, { userId, keepId }: Given<{ userId: string; keepId: string }>) =>
  db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, keepId))),
);

export function endSessions(tx: Transaction, userId: string, keepId = ''): void {
  sessionsDelete(tx).run({ userId, keepId });
}

export const deleteExpiredSessions = prepared((db, { second }: Given<{ second: number }>) =>
  db.delete(sessions).where(lte(sessions.expiresAt, second)),
);

export const shortenSessions = prepared((db, latest: Given<{ createdAt: number; expiresAt: number }>) =>
  db
    .update(sessions)
    .set({
      createdAt: sql`min(${sessions.createdAt}, ${latest.createdAt})`,
      expiresAt: sql`min(${sessions.expiresAt}, ${latest.expiresAt})`,
    })
    .where(or(gt(sessions.createdAt, latest.createdAt), gt(sessions.expiresAt, latest.expiresAt))),
);
