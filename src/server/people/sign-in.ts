import { availableParallelism } from 'node:os';
import { writeTransaction } from '../../../db/client.ts';
import { minutes } from '../../shared/durations.ts';
import type { AuditAction, AuditDetails } from '../../shared/ops/audit-log.ts';
import { foldCase } from '../../shared/text.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import type { RateLimits } from '../base/http/rate-limits.ts';
import { aboutPerson, recordAudit, serviceActor } from '../base/record-audit.ts';
import { enqueueMail } from '../mail/outbox-repository.ts';
import { isKnownDevice } from './devices.ts';
import { createConcurrencyLimit, createGuessLimiter } from './guess-limiter.ts';
import { passwordMatches } from './passwords.ts';
import { findUser, findUserByName } from './people-repository.ts';
import { redeemCode } from './two-factor.ts';

const failureWindowMs = minutes(15);

/** The failures within a window that are recorded, so that a stranger cannot fill the history. */
const recordedFailures = [1, 5, 10];

/** How many wrong codes, each with the right password, trigger a mail to the owner. */
const codesMailed = 5;

/** Returns a function that checks password and code, and starts no session. @param pace milliseconds between checks */
export function createSignIn(context: Context, { signIn, signInToAccount }: RateLimits, pace?: number) {
  const failures = createFailures(context);
  const slowDown = createGuessLimiter(signInToAccount, failures.guarded, pace);
  // Checking a password takes a processor 20 ms: one stays free for other requests.
  const inTurn = createConcurrencyLimit(Math.max(1, availableParallelism() - 1), 50);

  /** Checks a password: unknown names, wrong passwords and closed accounts get one answer in equal time. */
  async function checkPassword(username: string, password: string) {
    const user = findUserByName(context.db, username);
    const matches = await passwordMatches(user?.isActive ? user.passwordHash : null, password);
    if (user && !matches) failures.wrongPassword(user);
    if (!user || !matches) throw invalidCredentials();
    return user;
  }

  async function checkCode(user: SignedIn, code: string): Promise<void> {
    if (await redeemCode(context, user.id, code)) return;
    failures.wrongCode(user);
    throw invalidCredentials();
  }

  /** @param mark the cookie of a browser in which the owner has signed in before */
  return async (
    { username, password, code }: { username: string; password: string; code?: string | undefined },
    clientAddress: string,
    mark: string | undefined,
  ): Promise<SignedIn> => {
    const isKnown = isKnownDevice(findUserByName(context.db, username), mark);
    const check = async () => {
      const user = await inTurn(isKnown, () => checkPassword(username, password));
      if (user.totpEnabledAt === null || code === undefined) return user;
      // A stranger who knows the password could guess codes from many addresses until it changes.
      const guesser = `code:${user.id}:${user.passwordHash}`;
      if (isKnown) await checkCode(user, code);
      else await signIn.countFailures(guesser, () => checkCode(user, code));
      return user;
    };
    const user = isKnown
      ? await signIn.countFailures(`device:${mark}`, check)
      : await signIn.countFailures(clientAddress, () => slowDown(foldCase(username), check));
    if (user.totpEnabledAt !== null && code === undefined) {
      throw new DomainError('code_required', 'Please enter the code that your authenticator app shows.');
    }
    return user;
  };
}

const invalidCredentials = () => new DomainError('unauthenticated', 'Invalid credentials');

/** Records failed sign-ins of accounts. Names without an account are not recorded, since strangers choose them. */
function createFailures(context: Context) {
  const { db, clock, log } = context;
  const counts = new Map<string, { since: number; count: number }>();

  /** Counts a failure and returns how often it has happened to the account in the current window. */
  function count(what: string, { id }: { id: string }): number {
    const key = `${what}:${id}`;
    const now = clock.now();
    const known = counts.get(key);
    const isCurrent = known && now >= known.since && now - known.since < failureWindowMs;
    const window = isCurrent ? known : { since: now, count: 0 };
    counts.set(key, window);
    return ++window.count;
  }

  function record(user: SignedIn, action: AuditAction, details: AuditDetails, isMailed = false): void {
    // Runs after the answer, whose time must not show whether the name has an account.
    setImmediate(() => {
      writeTransaction(db, (tx) => {
        const subject = aboutPerson(user);
        recordAudit(tx, { actor: serviceActor, at: clock.now(), action, subject, details });
        const person = isMailed ? findUser(tx, user.id) : undefined;
        if (!person?.email) return;
        const to = { name: person.username, address: person.email };
        enqueueMail(context, tx, { kind: 'codes_guessed', userId: person.id, to });
      }).catch((err: unknown) => {
        log.error({ err, userId: user.id }, 'a failed sign-in could not be recorded');
      });
    });
  }

  return {
    wrongPassword(user: SignedIn) {
      const wrongPasswords = count('password', user);
      if (recordedFailures.includes(wrongPasswords)) record(user, 'sign_in_failed', { wrongPasswords });
    },
    wrongCode(user: SignedIn) {
      const wrongCodes = count('code', user);
      const isMailed = wrongCodes === codesMailed;
      if (recordedFailures.includes(wrongCodes)) record(user, 'sign_in_failed', { wrongCodes }, isMailed);
    },
    guarded(account: string) {
      const user = findUserByName(db, account);
      if (user?.isActive && count('guarded', user) === 1) record(user, 'sign_in_guarded', {});
    },
  };
}
