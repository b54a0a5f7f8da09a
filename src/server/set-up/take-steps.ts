import { writeTransaction } from '../../../db/client.ts';
import type { ReturnedForm } from '../../shared/aftercare/returned-form.ts';
import { hours } from '../../shared/durations.ts';
import type { SetUpPage, SetUpStep } from '../../shared/set-up.ts';
import { firstStart } from '../audit/record-audit.ts';
import { DomainError } from '../basics/errors.ts';
import { hashToken } from '../basics/random.ts';
import { changeIdentity } from '../business/change-business.ts';
import { readIdentity, readState } from '../business/read-business.ts';
import { demoContact } from '../config/config.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { createUser } from '../people/staff/create-user.ts';
import { isSetUpKey, requireOpen } from './open-set-up.ts';
import { isSetUpClosed, noteSetUpClosed, readGoingOn, writeGoingOn } from './set-up-repository.ts';

const businessTimeoutMs = hours(24);

/** Longer than any field, so that a text that is too long can be shortened. */
const mostCharacters = 1_000;

/**
 * Of two concurrent calls one wins. @returns the admin’s id. @throws {DomainError} `set_up_not_found`,
 * `set_up_conflict`
 */
export async function createFirstAdmin(
  context: Context,
  key: string,
  { username, email, password }: { username: string; email: string; password: string },
): Promise<string> {
  const { db, clock, log } = context;
  requireOpen(db, key);
  const account = { username, email, password, role: 'admin' } as const;
  return createUser(context, account, firstStart, (tx, userId) => {
    requireOpen(tx, key);
    noteSetUpClosed(tx, clock.now());
    writeGoingOn(tx, { userId, since: clock.now() });
    log.info({ userId }, 'the first admin was made');
  });
}

export async function nameBusiness(
  context: Context,
  user: SignedIn,
  named: { siteName: string; contactEmail: string },
): Promise<void> {
  if (findOwner(context) !== user.id) throw new DomainError('set_up_conflict', 'This set-up is over.');
  const version = readState(context).versions.identity;
  await changeIdentity(context, user, { ...readIdentity(context), ...named, version });
  await writeTransaction(context.db, (tx) => writeGoingOn(tx, null));
  context.log.info({ userId: user.id }, 'the set-up is done');
}

/** Keeps a refused form for its page, with the named fields; without problems deletes the one before. */
export function keepSetUpForm(
  { returnedForms: { forms } }: Pick<Context, 'returnedForms'>,
  [key, step]: [key: string, step: SetUpStep],
  form: Record<string, string>,
  kept: readonly string[],
  problems: ReturnedForm['problems'],
): void {
  const typed = Object.fromEntries(kept.map((name) => [name, (form[name] ?? '').slice(0, mostCharacters)]));
  if (problems.length > 0) forms.set(formAddress(key, step), { typed, problems });
  else forms.delete(formAddress(key, step));
}

function formAddress(key: string, step: SetUpStep): string {
  return `/set-up/${hashToken(key)}/${step}`;
}

/** @returns what the page of a key shows; null for a wrong or old key */
export function readSetUp(context: Context, key: string, userId: string | null): SetUpPage | null {
  const { db, returnedForms } = context;
  if (!isSetUpKey(db, key)) return null;
  const formOf = (step: SetUpStep) => returnedForms.forms.get(formAddress(key, step))?.value ?? null;
  if (!isSetUpClosed(db)) return { step: 'admin', form: formOf('admin') };
  const owner = findOwner(context);
  if (owner === null || owner !== userId) return { step: 'used' };
  const { siteName, contactEmail } = readIdentity(context);
  // The demo’s address must not be saved by accident.
  const typed = { siteName, contactEmail: contactEmail === demoContact ? '' : contactEmail };
  return { step: 'business', form: formOf('business') ?? { typed, problems: [] } };
}

/** @returns the admin who may name the business; null when the set-up is over */
function findOwner({ db, clock }: Pick<Context, 'db' | 'clock'>): string | null {
  const goingOn = readGoingOn(db);
  return goingOn && clock.now() - goingOn.since < businessTimeoutMs ? goingOn.userId : null;
}
