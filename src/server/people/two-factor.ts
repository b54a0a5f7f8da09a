import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { type Queryable, writeTransaction } from '../../../db/client.ts';
import { counted } from '../../shared/counted-text.ts';
import { seconds, wholeSeconds } from '../../shared/durations.ts';
import { orderNumberAlphabet } from '../../shared/orders/order-number.ts';
import type { TwoFactorSecret } from '../../shared/people/account-schema.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { hashToken } from '../base/random.ts';
import { type Actor, aboutPerson, recordAudit } from '../base/record-audit.ts';
import {
  claimTotpStep,
  deleteRecoveryCode,
  deleteRecoveryCodes,
  endSessions,
  insertRecoveryCode,
} from './credentials-repository.ts';
import { requirePerson, type UserRow, updateUser } from './people-repository.ts';

/** Codes of an authenticator app: RFC 6238. */
const rule = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** How many steps a phone's clock may be early or late. */
const tolerance = 1;

const recoveryCodes = 10;

/** Stores a secret without effect until `enableTwoFactor`. @throws {DomainError} `two_factor_conflict` when on */
export async function beginTwoFactor(
  context: Context,
  user: SignedIn,
  issuer: string,
): Promise<TwoFactorSecret> {
  // 160 bits, the length RFC 4226 recommends.
  const secret = new Secret({ size: 20 });
  await writeTransaction(context.db, (tx) => {
    requireOff(tx, user);
    updateUser(tx, user.id, { totpSecret: secret.base32, totpLastStep: null });
  });
  const uri = new TOTP({ ...rule, issuer, label: user.username, secret }).toString();
  return { secret: secret.base32, uri };
}

/** Turns it on by a first code, and ends other sessions. Returns the recovery codes, which are stored as hashes. */
export async function enableTwoFactor(
  context: Context,
  user: SignedIn,
  sessionId: string,
  code: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  const now = context.clock.now();
  await writeTransaction(context.db, (tx) => {
    const { totpSecret } = requireOff(tx, user);
    if (totpSecret === null) {
      throw new DomainError(
        'two_factor_conflict',
        'There is no two-factor set-up to confirm. Please start again.',
      );
    }
    const step = stepOf(totpSecret, code, now);
    if (step === null || !claimTotpStep(tx, user.id, step)) {
      throw new DomainError(
        'invalid_request',
        'This code is not right. Please wait for the next one and type it in.',
      );
    }
    updateUser(tx, user.id, { totpEnabledAt: now });
    for (const recoveryCode of codes) {
      insertRecoveryCode(tx, { id: recoveryCodeId(recoveryCode), userId: user.id });
    }
    endSessions(tx, user.id, sessionId);
    recordAudit(tx, { actor: user, at: now, action: 'two_factor_on', subject: aboutPerson(user) });
  });
  return codes;
}

/** Turns two-factor sign-in off, and deletes secret and recovery codes; sessions go on. */
export async function disableTwoFactor(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  person: { id: string; username: string },
): Promise<void> {
  await writeTransaction(db, (tx) => {
    updateUser(tx, person.id, { totpSecret: null, totpEnabledAt: null, totpLastStep: null });
    deleteRecoveryCodes(tx, person.id);
    const subject = aboutPerson(person);
    recordAudit(tx, { actor, at: clock.now(), action: 'two_factor_off', subject });
  });
}

/**
 * Checks and uses up a code from the app or a recovery code; false if wrong, or if two-factor sign-in is off.
 * @throws {DomainError} `code_required` for a code from the app that was used before
 */
export async function redeemCode(context: Context, userId: string, code: string): Promise<boolean> {
  return writeTransaction(context.db, (tx) => {
    const { totpSecret, totpEnabledAt, totpLastStep } = requirePerson({ db: tx }, userId);
    if (totpSecret === null || totpEnabledAt === null) return false;
    const now = context.clock.now();
    const step = stepOf(totpSecret, code, now);
    if (step !== null) {
      if (claimTotpStep(tx, userId, step)) return true;
      throw spentCode(((totpLastStep ?? step) + 1) * seconds(rule.period) - now);
    }
    return deleteRecoveryCode(tx, userId, recoveryCodeId(code));
  });
}

/** Returns the time step of a code, without using it up; null for a wrong or expired code. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...rule, secret: Secret.fromBase32(secret) });
  const token = code.replace(/\s/g, '');
  const delta = /^\d{6}$/.test(token) ? totp.validate({ token, timestamp: now, window: tolerance }) : null;
  return delta === null ? null : stepAt(now) + delta;
}

/** Returns the time step of a moment: how many times 30 seconds since 1970. */
export function stepAt(now: number): number {
  return Math.floor(now / seconds(rule.period));
}

/** Returns a recovery code of 80 bits, such as `7K3M-9Q2X-0ABC-DEFG`. */
function newRecoveryCode(): string {
  const four = () => Array.from({ length: 4 }, () => orderNumberAlphabet[randomInt(32)]).join('');
  return [four(), four(), four(), four()].join('-');
}

/** Hashes a recovery code, without blanks and with the look-alikes O, I and L replaced. */
function recoveryCodeId(typed: string): string {
  const characters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return hashToken(characters.replaceAll('O', '0').replace(/[IL]/g, '1'));
}

function requireOff(tx: Queryable, user: SignedIn): UserRow {
  const person = requirePerson({ db: tx }, user.id);
  if (person.totpEnabledAt === null) return person;
  throw new DomainError('two_factor_conflict', 'Two-factor sign-in is already on.');
}

function spentCode(waitMs: number): DomainError {
  const next =
    waitMs > 0
      ? `the next one: your app shows it in ${counted(wholeSeconds(waitMs), 'second')}`
      : 'the one that your app shows now';
  return new DomainError('code_required', `A code works only once. Please type ${next}.`);
}
