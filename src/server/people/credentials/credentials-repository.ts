import type { Queryable, Transaction } from '../../../../db/client.ts';
import { and, eq, gt, isNull, lt, or } from '../../../../db/drizzle.ts';
import { type Given, prepared } from '../../../../db/prepared.ts';
import { passwordResets, recoveryCodes, users } from '../../../../db/schema.ts';
import { deleteResetsOf } from '../directory/people-repository.ts';

type OfUser = Given<{ userId: string }>;

export const proposeSecret = prepared(
  (db, { userId, totpSecret }: Given<{ userId: string; totpSecret: string }>) =>
    db.update(users).set({ totpSecret, totpLastStep: null }).where(eq(users.id, userId)),
);

/** Notes the time step of a code; changes nothing when this step or a later one was used before. */
export const takeStep = prepared((db, { userId, step }: Given<{ userId: string; step: number }>) => {
  const isNew = or(isNull(users.totpLastStep), lt(users.totpLastStep, step));
  return db
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, userId), isNew));
});

export const takeBackSteps = prepared((db, { step }: Given<{ step: number }>) =>
  db.update(users).set({ totpLastStep: step }).where(gt(users.totpLastStep, step)),
);

export const switchTwoFactorOn = prepared((db, { userId, now }: Given<{ userId: string; now: number }>) =>
  db.update(users).set({ totpEnabledAt: now }).where(eq(users.id, userId)),
);

const switchOff = prepared((db, { userId }: OfUser) =>
  db
    .update(users)
    .set({ totpSecret: null, totpEnabledAt: null, totpLastStep: null })
    .where(eq(users.id, userId)),
);

const codesDelete = prepared((db, { userId }: OfUser) =>
  db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
);

export function switchTwoFactorOff(db: Transaction, userId: string): void {
  switchOff(db).run({ userId });
  codesDelete(db).run({ userId });
}

export const insertRecoveryCode = prepared((db, { id, userId }: Given<typeof recoveryCodes.$inferInsert>) =>
  db.insert(recoveryCodes).values({ id, userId }),
);

export const listRecoveryCodes = prepared((db, { userId }: OfUser) =>
  db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
);

export const deleteRecoveryCode = prepared((db, { userId, id }: Given<typeof recoveryCodes.$inferInsert>) =>
  db.delete(recoveryCodes).where(and(eq(recoveryCodes.id, id), eq(recoveryCodes.userId, userId))),
);

type NewReset = typeof passwordResets.$inferInsert;

const resetInsert = prepared((db, { id, userId, expiresAt }: Given<NewReset>) =>
  db.insert(passwordResets).values({ id, userId, expiresAt }),
);

export function replaceReset(db: Transaction, reset: NewReset): void {
  deleteResetsOf(db, reset.userId);
  resetInsert(db).run(reset);
}

export const findResetOwner = prepared((db, { resetId, now }: Given<{ resetId: string; now: number }>) =>
  db
    .select({ id: users.id, username: users.username })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(passwordResets.id, resetId), gt(passwordResets.expiresAt, now), eq(users.isActive, true))),
);

const resetBeyond = prepared((db, { userId, time }: Given<{ userId: string; time: number }>) =>
  db
    .select()
    .from(passwordResets)
    .where(and(eq(passwordResets.userId, userId), gt(passwordResets.expiresAt, time))),
);

export function isResetOpen(db: Queryable, userId: string, time: number): boolean {
  return resetBeyond(db).get({ userId, time }) !== undefined;
}

export const shortenResets = prepared((db, { latest }: Given<{ latest: number }>) =>
  db.update(passwordResets).set({ expiresAt: latest }).where(gt(passwordResets.expiresAt, latest)),
);

export const deleteExpiredResets = prepared((db, { now }: Given<{ now: number }>) =>
  db.delete(passwordResets).where(lt(passwordResets.expiresAt, now)),
);
