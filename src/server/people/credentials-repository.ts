import type { Transaction } from '../../../db/client.ts';
import { and, desc, eq, gt, isNull, lt, lte, ne, or, sql } from '../../../db/drizzle.ts';
import { deleteIn, insertInto, listIn, type Params, prepared } from '../../../db/prepared.ts';
import { passwordResets, recoveryCodes, sessions, users } from '../../../db/schema.ts';

/** Notes the time step of a code; changes nothing when this step or a later one was used before. */
export const claimTotpStep = prepared((db, { userId, step }: Params<{ userId: string; step: number }>) => {
  const isNew = or(isNull(users.totpLastStep), lt(users.totpLastStep, step));
  return db
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, userId), isNew));
});

export const clampTotpSteps = prepared((db, { step }: Params<{ step: number }>) =>
  db.update(users).set({ totpLastStep: step }).where(gt(users.totpLastStep, step)),
);

export const insertRecoveryCode = insertInto(recoveryCodes);

export const listRecoveryCodes = listIn(recoveryCodes, recoveryCodes.userId);

export const deleteRecoveryCode = prepared((db, { userId, id }: Params<typeof recoveryCodes.$inferInsert>) =>
  db.delete(recoveryCodes).where(and(eq(recoveryCodes.id, id), eq(recoveryCodes.userId, userId))),
);

export const deleteRecoveryCodes = deleteIn(recoveryCodes, recoveryCodes.userId);

export const insertReset = insertInto(passwordResets);

export const findResetOwner = prepared((db, { resetId, now }: Params<{ resetId: string; now: number }>) =>
  db
    .select({ id: users.id, username: users.username })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(passwordResets.id, resetId), gt(passwordResets.expiresAt, now), eq(users.isActive, true))),
);

export const findResetBeyond = prepared((db, { userId, time }: Params<{ userId: string; time: number }>) =>
  db
    .select()
    .from(passwordResets)
    .where(and(eq(passwordResets.userId, userId), gt(passwordResets.expiresAt, time))),
);

export const clampResetExpiry = prepared((db, { latest }: Params<{ latest: number }>) =>
  db.update(passwordResets).set({ expiresAt: latest }).where(gt(passwordResets.expiresAt, latest)),
);

export const deleteResetsOf = deleteIn(passwordResets, passwordResets.userId);

export const deleteExpiredResets = prepared((db, { now }: Params<{ now: number }>) =>
  db.delete(passwordResets).where(lt(passwordResets.expiresAt, now)),
);

export const findSession = prepared((db, { id }: Params<{ id: string }>) =>
  db
    .select({
      session: sessions,
      isActive: users.isActive,
      user: { id: users.id, username: users.username, role: users.role },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, id)),
);

/** Lists the sessions of a user, also those that are over, the newest first. */
export const listSessionsOf = listIn(sessions, sessions.userId, desc(sessions.createdAt));

export const deleteSession = prepared((db, { id, userId }: Params<{ id: string; userId: string }>) =>
  db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, userId))),
);

const sessionsDelete = prepared((db, { userId, keepId }: Params<{ userId: string; keepId: string }>) =>
  db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, keepId))),
);

export function endSessions(tx: Transaction, userId: string, keepId = ''): void {
  sessionsDelete(tx).run({ userId, keepId });
}

export const deleteExpiredSessions = prepared((db, { second }: Params<{ second: number }>) =>
  db.delete(sessions).where(lte(sessions.expiresAt, second)),
);

export const clampSessionTimes = prepared((db, latest: Params<{ createdAt: number; expiresAt: number }>) =>
  db
    .update(sessions)
    .set({
      createdAt: sql`min(${sessions.createdAt}, ${latest.createdAt})`,
      expiresAt: sql`min(${sessions.expiresAt}, ${latest.expiresAt})`,
    })
    .where(or(gt(sessions.createdAt, latest.createdAt), gt(sessions.expiresAt, latest.expiresAt))),
);
