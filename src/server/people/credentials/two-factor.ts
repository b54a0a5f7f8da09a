import { writeTransaction } from '../../../../db/client.ts';
import { wholeSeconds } from '../../../shared/durations.ts';
import type { TwoFactorSecret } from '../../../shared/people/account.ts';
import { aboutPerson, recordAudit } from '../../audit/record-audit.ts';
import { DomainError } from '../../basics/errors.ts';
import { hashToken } from '../../basics/random.ts';
import { readIdentity } from '../../business/read-business.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { requirePerson } from '../directory/find-person.ts';
import { requirePassword } from './change-password.ts';
import {
  proposeSecret,
  switchTwoFactorOff,
  switchTwoFactorOn,
  takeRecoveryCode,
  takeStep,
} from './credentials-repository.ts';
import type { Accounts } from './sessions.ts';
import { newRecoveryCode, newSecret, plainRecoveryCode, secretUri, startOf, stepOf } from './totp.ts';

const recoveryCodes = 10;

/** Makes a secret for an authenticator app, to be confirmed with a code. */
export async function beginTwoFactor(
  context: Context,
  user: SignedIn,
  currentPassword: string,
): Promise<TwoFactorSecret> {
  await requirePassword(context, user.id, currentPassword);
  const secret = newSecret();
  await writeTransaction(context.db, (tx) => {
    if (requirePerson({ db: tx }, user.id).totpEnabledAt !== null) throw isOnAlready();
    proposeSecret(tx).run({ userId: user.id, totpSecret: secret });
  });
  return { secret, uri: secretUri(secret, readIdentity(context).siteName, user.username) };
}

/** Ends the user's other sessions, which began without it. @returns the recovery codes; their hashes are stored */
export async function enableTwoFactor(
  { context, sessions }: Accounts,
  user: SignedIn,
  sessionId: string,
  code: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  const codeIds = codes.map((recoveryCode) => hashToken(plainRecoveryCode(recoveryCode)));
  const now = context.clock.now();
  await writeTransaction(context.db, (tx) => {
    const { totpSecret, totpEnabledAt } = requirePerson({ db: tx }, user.id);
    if (totpEnabledAt !== null) throw isOnAlready();
    if (totpSecret === null) {
      throw new DomainError('two_factor_conflict', 'There is no secret to confirm. Please start again.');
    }
    const step = stepOf(totpSecret, code, now);
    if (step === null || !takeStep(tx, user.id, step)) throw wrongCode();
    switchTwoFactorOn(tx, user.id, codeIds, now);
    recordAudit(tx, { actor: user, at: now, action: 'two_factor_on', subject: aboutPerson(user) });
  });
  await sessions.endOthers(user.id, sessionId);
  context.log.info({ userId: user.id }, 'two-factor sign-in was switched on');
  return codes;
}

export async function disableTwoFactor(
  context: Context,
  user: SignedIn,
  proof: { currentPassword?: string | undefined; code?: string | undefined },
): Promise<void> {
  if (proof.code === undefined) await requirePassword(context, user.id, proof.currentPassword);
  else if (!(await redeemCode(context, user.id, proof.code))) throw wrongCode();
  await writeTransaction(context.db, (tx) => {
    switchTwoFactorOff(tx, user.id);
    const subject = aboutPerson(user);
    recordAudit(tx, { actor: user, at: context.clock.now(), action: 'two_factor_off', subject });
  });
  context.log.info({ userId: user.id }, 'two-factor sign-in was switched off');
}

/** Uses up a code of the app, or a recovery code. @returns whether it was right */
export async function redeemCode(context: Context, userId: string, code: string): Promise<boolean> {
  return writeTransaction(context.db, (tx) => {
    const { totpSecret, totpEnabledAt, totpLastStep } = requirePerson({ db: tx }, userId);
    if (totpSecret === null || totpEnabledAt === null) return false;
    const now = context.clock.now();
    const step = stepOf(totpSecret, code, now);
    if (step !== null) {
      if (!takeStep(tx, userId, step)) throw spentCode(startOf((totpLastStep ?? step) + 1) - now);
      return true;
    }
    const isRecoveryCode = takeRecoveryCode(tx, userId, hashToken(plainRecoveryCode(code)));
    if (isRecoveryCode) context.log.info({ userId }, 'a recovery code was used');
    return isRecoveryCode;
  });
}

function isOnAlready(): DomainError {
  return new DomainError('two_factor_conflict', 'Two-factor sign-in is on already.');
}

/** @param wait until the app shows the next code, in milliseconds */
function spentCode(wait: number): DomainError {
  const seconds = wholeSeconds(wait);
  const next =
    seconds > 0
      ? `the next one: your app shows it in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
      : 'the one that your app shows now';
  return new DomainError('code_required', `A code works only once. Please type ${next}.`);
}

function wrongCode(): DomainError {
  return new DomainError(
    'invalid_request',
    'This code is not right. Please wait for the next one and type it in.',
  );
}
