import { type Queryable, writeTransaction } from '../../../db/client.ts';
import type { ReturnedForm } from '../../shared/aftercare/returned-form.ts';
import { hours } from '../../shared/durations.ts';
import type { SetUpPage, SetUpStep } from '../../shared/set-up.ts';
import { firstStart } from '../audit/record-audit.ts';
import { DomainError } from '../basics/errors.ts';
import { hashToken } from '../basics/random.ts';
import { changeIdentity } from '../business/change-business.ts';
import { isBioSample, readIdentity, readState } from '../business/read-business.ts';
import { demoContact } from '../config/config.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { sendTestMail } from '../delivery/test-mail.ts';
import { createUser } from '../people/staff/create-user.ts';
import { checkPayments } from './check-payments.ts';
import { isSetUpKey, requireOpen } from './open-set-up.ts';
import {
  deleteGoingOn,
  isSetUpClosed,
  noteSetUpClosed,
  readGoingOn,
  type SetUpGoingOn,
  writeGoingOn,
} from './set-up-repository.ts';

/** What is left of a set-up waits as long as its admin stays signed in at most, in milliseconds. */
const patience = hours(24);

/** More than any of the fields takes, so that what is too long can be shortened. */
const mostCharacters = 1_000;

/**
 * The first step: makes the admin, and closes the set-up for everybody else. Of two who come at once one wins.
 *
 * @returns the id of the admin
 * @throws {DomainError} `set_up_not_found`, `set_up_conflict`; what `createUser` throws
 */
export async function createFirstAdmin(
  context: Context,
  key: string,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const { db, clock, log } = context;
  requireOpen(db, key);
  const account = { username, password, role: 'admin' } as const;
  return createUser(context, account, firstStart, (tx, userId) => {
    requireOpen(tx, key);
    noteSetUpClosed(tx, clock.now());
    writeGoingOn(tx, { userId, since: clock.now(), step: 'business', mail: null, findings: null });
    log.info({ userId }, 'the first admin was made');
  });
}

/** @throws {DomainError} `set_up_conflict` when it is not this admin's to go on with */
export async function nameBusiness(
  context: Context,
  user: SignedIn,
  named: { siteName: string; contactEmail: string },
): Promise<void> {
  requireGoingOn(context, user);
  const version = readState(context).versions.identity;
  await changeIdentity(context, user, { ...readIdentity(context), ...named, version });
  await goOn(context, user, { step: 'mail' });
}

/** Sends a mail. What the server says when it does not take it is kept for the page. */
export async function tryMail(context: Context, user: SignedIn, address: string): Promise<void> {
  requireGoingOn(context, user);
  const problem = await sendTestMail(context, address, true).then(
    () => null,
    (error: unknown) => (error instanceof DomainError && error.words) || String(error),
  );
  await goOn(context, user, { mail: { address, problem } });
}

/** Asks Stripe about the keys. */
export async function tryPayments(context: Context, user: SignedIn): Promise<void> {
  requireGoingOn(context, user);
  const findings = await checkPayments(context);
  await goOn(context, user, { findings });
}

/** Goes on to a step. @throws {DomainError} `set_up_conflict` */
export async function goTo(context: Context, user: SignedIn, step: SetUpGoingOn['step']): Promise<void> {
  await goOn(context, user, { step });
}

/** The end: the link opens nothing any more, not even for the admin whom it has made. */
export async function finishSetUp(context: Context, user: SignedIn): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    requireGoingOn(context, user, tx);
    deleteGoingOn(tx);
  });
  context.log.info({ userId: user.id }, 'the set-up is done');
}

/**
 * Keeps a form that was not taken, for its page to show once more.
 *
 * @param returned the form with the names of the fields that are shown again; null forgets the one before
 */
export function keepSetUpForm(
  { returnedForms }: Pick<Context, 'returnedForms'>,
  key: string,
  step: SetUpStep,
  returned: {
    form: Record<string, string>;
    kept: readonly string[];
    problems: ReturnedForm['problems'];
  } | null,
): void {
  const address = formAddress(key, step);
  if (returned === null) {
    returnedForms.forms.forget(address);
    return;
  }
  const { form, kept, problems } = returned;
  const typed = Object.fromEntries(kept.map((name) => [name, (form[name] ?? '').slice(0, mostCharacters)]));
  returnedForms.forms.set(address, { typed, problems });
}

function formAddress(key: string, step: SetUpStep): string {
  return `/set-up/${hashToken(key)}/${step}`;
}

/** @returns what the page behind a key shows to somebody; null for a key that was never printed, or long ago */
export function readSetUp(context: Context, key: string, userId: string | null): SetUpPage | null {
  const { db, returnedForms, config } = context;
  if (!isSetUpKey(db, key)) return null;
  const formOf = (step: SetUpStep) => returnedForms.forms.get(formAddress(key, step))?.value ?? null;
  if (!isSetUpClosed(db)) return { step: 'admin', form: formOf('admin') };
  const goingOn = findGoingOn(context, db);
  if (goingOn === null || goingOn.userId !== userId) return { step: 'used' };
  const { step, mail, findings } = goingOn;
  const { siteName, contactEmail } = readIdentity(context);
  switch (step) {
    case 'business':
      return {
        step,
        form: formOf(step) ?? {
          // The demo's would be saved by whoever only presses the button.
          typed: { siteName, contactEmail: contactEmail === demoContact ? '' : contactEmail },
          problems: [],
        },
      };
    case 'mail': {
      const form = formOf(step) ?? { typed: { email: mail?.address ?? contactEmail }, problems: [] };
      return { step, form, mail, isSandbox: config.smtp === null };
    }
    case 'payments':
      return { step, findings };
    case 'done':
      return {
        step,
        isMailChecked: mail?.problem === null,
        arePaymentsChecked: isFaultless(findings),
        isBioSample: isBioSample(context),
      };
  }
}

function isFaultless(findings: SetUpGoingOn['findings']): boolean {
  return findings?.every(({ kind }) => kind !== 'bad') ?? false;
}

function findGoingOn({ clock }: Pick<Context, 'clock'>, db: Queryable): SetUpGoingOn | null {
  const goingOn = readGoingOn(db);
  return goingOn && clock.now() - goingOn.since < patience ? goingOn : null;
}

function requireGoingOn(context: Context, user: SignedIn, db: Queryable = context.db): SetUpGoingOn {
  const goingOn = findGoingOn(context, db);
  if (goingOn?.userId === user.id) return goingOn;
  throw new DomainError('set_up_conflict', 'This set-up is over.');
}

async function goOn(context: Context, user: SignedIn, changes: Partial<SetUpGoingOn>): Promise<void> {
  await writeTransaction(context.db, (tx) =>
    writeGoingOn(tx, { ...requireGoingOn(context, user, tx), ...changes }),
  );
}
