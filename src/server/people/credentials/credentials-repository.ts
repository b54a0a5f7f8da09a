import type { Queryable, Transaction } from '../../../../db/client.ts';
import { and, eq, gt, isNull, lt, or } from '../../../../db/drizzle.ts';
import { type Given, prepared } from '../../../../db/prepared.ts';
import { passwordResets, recoveryCodes, users } from '../../../../db/schema.ts';
import { deleteResetsOf } from '../directory/people-repository.ts';

type OfUser = Given<{ userId: string }>;

/** Stores a secret that is to be confirmed. */
export const proposeSecret = prepared(
  (db, { userId, totpSecret }: Given<{ userId: string; totpSecret: string }>) =>
    db.update(users).set({ totpSecret, totpLastStep: null }).where(eq(users.id, userId)),
);

const stepUpdate = prepared((db, { userId, step }: Given<{ userId: string; step: number }>) => {
  const isNew = or(isNull(users.totpLastStep), lt(users.totpLastStep, step));
  return db
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, userId), isNew));
});

/** @returns whether neither this time step nor a later one was used before */
export function takeStep(db: Transaction, userId: string, step: number): boolean {
  return stepUpdate(db).run({ userId, step }).changes > 0;
}

/** Lowers later last steps to this one. */
export const takeBackSteps = prepared((db, { step }: Given<{ step: number }>) =>
  db.update(users).set({ totpLastStep: step }).where(gt(users.totpLastStep, step)),
);

const switchOn = prepared((db, { userId, now }: Given<{ userId: string; now: number }>) =>
  db.update(users).set({ totpEnabledAt: now }).where(eq(users.id, userId)),
);

const codesDelete = prepared((db, { userId }: OfUser) =>
  db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
);

const codeInsert = prepared((db, { id, userId }: Given<typeof recoveryCodes.$inferInsert>) =>
  db.insert(recoveryCodes).values({ id, userId }),
);

export function switchTwoFactorOn(db: Transaction, userId: string, codeIds: string[], now: number): void {
  switchOn(db).run({ userId, now });
  codesDelete(db).run({ userId });
  for (const id of codeIds) codeInsert(db).run({ id, userId });
}

const switchOff = prepared((db, { userId }: OfUser) =>
  db
    .update(users)
    .set({ totpSecret: null, totpEnabledAt: null, totpLastStep: null })
    .where(eq(users.id, userId)),
);

export function switchTwoFactorOff(db: Transaction, userId: string): void {
  switchOff(db).run({ userId });
  codesDelete(db).run({ userId });
}

const codesOfUser = prepared((db, { userId }: OfUser) =>
  db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
);

export function countRecoveryCodes(db: Queryable, userId: string): number {
  return codesOfUser(db).all({ userId }).length;
}

const codeDelete = prepared((db, { userId, codeId }: Given<{ userId: string; codeId: string }>) =>
  db.delete(recoveryCodes).where(and(eq(recoveryCodes.id, codeId), eq(recoveryCodes.userId, userId))),
);

/** Deletes a recovery code. @returns whether the user had it */
export function takeRecoveryCode(db: Transaction, userId: string, codeId: string): boolean {
  return codeDelete(db).run({ userId, codeId }).changes > 0;
}

type NewReset = typeof passwordResets.$inferInsert;

const resetInsert = prepared((db, { id, userId, expiresAt }: Given<NewReset>) =>
  db.insert(passwordResets).values({ id, userId, expiresAt }),
);

export function replaceReset(db: Transaction, reset: NewReset): void {
  deleteResetsOf(db, reset.userId);
  resetInsert(db).run(reset);
}

/** @returns the user of a link that works */
export const findReset = prepared((db, { resetId, now }: Given<{ resetId: string; now: number }>) =>
  db
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(and(eq(passwordResets.id, resetId), gt(passwordResets.expiresAt, now))),
);

const resetBeyond = prepared((db, { userId, time }: Given<{ userId: string; time: number }>) =>
  db
    .select()
    .from(passwordResets)
    .where(and(eq(passwordResets.userId, userId), gt(passwordResets.expiresAt, time))),
);

/** @returns whether a person has an unused link that works beyond a time */
export function isResetOpen(db: Queryable, userId: string, time: number): boolean {
  return resetBeyond(db).get({ userId, time }) !== undefined;
}

export const shortenResets = prepared((db, { latest }: Given<{ latest: number }>) =>
  db.update(passwordResets).set({ expiresAt: latest }).where(gt(passwordResets.expiresAt, latest)),
);

export const deleteExpiredResets = prepared((db, { now }: Given<{ now: number }>) =>
  db.delete(passwordResets).where(lt(passwordResets.expiresAt, now)),
);
