import type { Queryable } from '../../../../db/client.ts';
import { and, eq, gt, isNull, lt, or } from '../../../../db/drizzle.ts';
import { passwordResets, recoveryCodes, users } from '../../../../db/schema.ts';
import type { NoticeKind } from '../../../shared/people/notices.ts';

export function setMutedNotices(db: Queryable, userId: string, mutedNotices: NoticeKind[]): void {
  db.update(users).set({ mutedNotices }).where(eq(users.id, userId)).run();
}

/** Keeps a secret that its owner has not proved to hold yet. */
export function proposeSecret(db: Queryable, userId: string, totpSecret: string): void {
  db.update(users).set({ totpSecret, totpLastStep: null }).where(eq(users.id, userId)).run();
}

/** @returns whether the code of this time step had not been taken yet, nor a later one */
export function takeStep(db: Queryable, userId: string, step: number): boolean {
  const isNew = or(isNull(users.totpLastStep), lt(users.totpLastStep, step));
  const isTheirs = and(eq(users.id, userId), isNew);
  return db.update(users).set({ totpLastStep: step }).where(isTheirs).run().changes > 0;
}

/** Asks for a code from now on, and takes these in its place. */
export function switchTwoFactorOn(db: Queryable, userId: string, codeIds: string[], now: number): void {
  db.update(users).set({ totpEnabledAt: now }).where(eq(users.id, userId)).run();
  db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
  db.insert(recoveryCodes)
    .values(codeIds.map((id) => ({ id, userId })))
    .run();
}

/** Asks for no code any more, and forgets all there was. */
export function switchTwoFactorOff(db: Queryable, userId: string): void {
  const none = { totpSecret: null, totpEnabledAt: null, totpLastStep: null };
  db.update(users).set(none).where(eq(users.id, userId)).run();
  db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
}

export function countRecoveryCodes(db: Queryable, userId: string): number {
  return db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId)).all().length;
}

/** @returns whether it was one of theirs; it is none any more */
export function takeRecoveryCode(db: Queryable, userId: string, codeId: string): boolean {
  const isTheirs = and(eq(recoveryCodes.id, codeId), eq(recoveryCodes.userId, userId));
  return db.delete(recoveryCodes).where(isTheirs).run().changes > 0;
}

/** Keeps a link to a new password; earlier ones of the same person open nothing any more. */
export function replaceReset(db: Queryable, reset: typeof passwordResets.$inferInsert): void {
  db.delete(passwordResets).where(eq(passwordResets.userId, reset.userId)).run();
  db.insert(passwordResets).values(reset).run();
}

/** @returns whose new password a link is for, unless it has expired or was used */
export function findReset(db: Queryable, resetId: string, now: number): string | undefined {
  return db
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(and(eq(passwordResets.id, resetId), gt(passwordResets.expiresAt, now)))
    .get()?.userId;
}

/** @returns whether somebody has a link that nobody has used and that works beyond a time */
export function isResetOpen(db: Queryable, userId: string, time: number): boolean {
  const isOpen = and(eq(passwordResets.userId, userId), gt(passwordResets.expiresAt, time));
  return db.select().from(passwordResets).where(isOpen).get() !== undefined;
}

export function deleteExpiredResets(db: Queryable, now: number): void {
  db.delete(passwordResets).where(lt(passwordResets.expiresAt, now)).run();
}
