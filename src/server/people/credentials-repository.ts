import { and, desc, eq, gt, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { passwordResets, recoveryCodes, sessions, users } from '../../../db/schema.ts';

/** Stores the time step of a code; returns false if this step or a later one was used before. */
export function claimTotpStep(tx: Transaction, userId: string, step: number): boolean {
  const isNew = and(eq(users.id, userId), or(isNull(users.totpLastStep), lt(users.totpLastStep, step)));
  return tx.update(users).set({ totpLastStep: step }).where(isNew).run().changes > 0;
}

/** Lowers stored time steps to `step`, after the clock was ahead. */
export function clampTotpSteps(tx: Transaction, step: number): void {
  tx.update(users).set({ totpLastStep: step }).where(gt(users.totpLastStep, step)).run();
}

export function insertRecoveryCode(tx: Transaction, row: typeof recoveryCodes.$inferInsert): void {
  tx.insert(recoveryCodes).values(row).run();
}

/** Lists a user's unused recovery codes, each as its hash. */
export function listRecoveryCodes(db: Queryable, userId: string) {
  return db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId)).all();
}

/** Deletes a user's recovery code; returns false if they do not have it. */
export function deleteRecoveryCode(tx: Transaction, userId: string, id: string): boolean {
  const isTheirs = and(eq(recoveryCodes.id, id), eq(recoveryCodes.userId, userId));
  return tx.delete(recoveryCodes).where(isTheirs).run().changes > 0;
}

export function deleteRecoveryCodes(tx: Transaction, userId: string): void {
  tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
}

export function insertReset(tx: Transaction, row: typeof passwordResets.$inferInsert): void {
  tx.insert(passwordResets).values(row).run();
}

/** Finds the active user of a reset link that has not expired. */
export function findResetOwner(db: Queryable, resetId: string, now: number) {
  return db
    .select({ id: users.id, username: users.username })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(passwordResets.id, resetId), gt(passwordResets.expiresAt, now), eq(users.isActive, true)))
    .get();
}

/** Finds a user's reset link that is still valid at a time. */
export function findResetBeyond(db: Queryable, userId: string, time: number) {
  const isBeyond = and(eq(passwordResets.userId, userId), gt(passwordResets.expiresAt, time));
  return db.select().from(passwordResets).where(isBeyond).get();
}

/** Shortens reset links to expire at `latest`, or at `latestInvitation` for accounts without a password. */
export function clampResetExpiry(tx: Transaction, latest: number, latestInvitation: number): void {
  const isInvited = sql`(SELECT ${users.passwordHash} FROM ${users} WHERE ${eq(users.id, passwordResets.userId)}) = ''`;
  const end = sql<number>`iif(${isInvited}, ${latestInvitation}, ${latest})`;
  tx.update(passwordResets).set({ expiresAt: end }).where(gt(passwordResets.expiresAt, end)).run();
}

export function deleteResetsOf(tx: Transaction, userId: string): void {
  tx.delete(passwordResets).where(eq(passwordResets.userId, userId)).run();
}

export function deleteExpiredResets(tx: Transaction, now: number): void {
  tx.delete(passwordResets).where(lt(passwordResets.expiresAt, now)).run();
}

/** Finds a session with its user, even if it has expired or the account is closed. */
export function findSession(db: Queryable, id: string) {
  return db
    .select({
      session: sessions,
      isActive: users.isActive,
      user: {
        id: users.id,
        username: users.username,
        role: users.role,
        writes: users.writes,
        displayName: users.displayName,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, id))
    .get();
}

/** Lists a user's sessions, newest first, also expired ones. */
export function listSessionsOf(db: Queryable, userId: string) {
  const isTheirs = eq(sessions.userId, userId);
  return db.select().from(sessions).where(isTheirs).orderBy(desc(sessions.createdAt)).all();
}

export function deleteSession(tx: Transaction, userId: string, id: string): void {
  const isTheirs = and(eq(sessions.id, id), eq(sessions.userId, userId));
  tx.delete(sessions).where(isTheirs).run();
}

/** Deletes all sessions of a user, except `keepId`. */
export function endSessions(tx: Transaction, userId: string, keepId = ''): void {
  const isEnded = and(eq(sessions.userId, userId), ne(sessions.id, keepId));
  tx.delete(sessions).where(isEnded).run();
}

export function deleteExpiredSessions(tx: Transaction, second: number): void {
  tx.delete(sessions).where(lte(sessions.expiresAt, second)).run();
}

/** Lowers session times to `latest`, after the clock was ahead; `expiresAt` in seconds. */
export function clampSessionTimes(tx: Transaction, latest: { createdAt: number; expiresAt: number }): void {
  tx.update(sessions)
    .set({
      createdAt: sql`min(${sessions.createdAt}, ${latest.createdAt})`,
      expiresAt: sql`min(${sessions.expiresAt}, ${latest.expiresAt})`,
    })
    .where(or(gt(sessions.createdAt, latest.createdAt), gt(sessions.expiresAt, latest.expiresAt)))
    .run();
}
