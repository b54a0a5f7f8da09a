import { timingSafeEqual } from 'node:crypto';
import { type Database, type Queryable, writeTransaction } from '../../../../db/client.ts';
import type { FlashedForm } from '../../../shared/aftercare/flashed-form.ts';
import { hours } from '../../../shared/durations.ts';
import type { NewAdmin, SetUpBusiness, SetUpPage, SetUpStep } from '../../../shared/shop/set-up.ts';
import type { Clock } from '../../base/clock.ts';
import { demoContact } from '../../base/config/config.ts';
import type { Context, SignedIn } from '../../base/context.ts';
import { DomainError } from '../../base/errors.ts';
import { typedFields } from '../../base/form-flash.ts';
import { hashToken } from '../../base/random.ts';
import { firstStartActor } from '../../base/record-audit.ts';
import { createUser } from '../../people/create-user.ts';
import { changeIdentity } from '../../shop/change-business.ts';
import { readFact, writeFact } from '../../shop/facts-repository.ts';
import { readBusinessState, readIdentity } from '../../shop/read-business.ts';
import { isSetUpClosed, markSetUpClosed } from './set-up-repository.ts';

const keyFact = 'set_up_key';

/** The admin who has not named the business yet, as JSON. */
const ownerFact = 'set_up_going_on';

const businessTimeoutMs = hours(24);

/** Returns the address of the set-up page with a new key, which replaces the old one; null when there is an account. */
export async function openSetUp({ db, clock, config, random }: Context): Promise<string | null> {
  const key = await writeTransaction(db, (tx) => {
    if (isSetUpClosed(tx)) {
      markSetUpClosed(tx, clock.now());
      return null;
    }
    const made = random.newToken();
    writeFact(tx, keyFact, hashToken(made));
    return made;
  });
  await db.commits.written();
  return key === null ? null : `${config.publicUrl}/set-up/${key}`;
}

export async function closeSetUp({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await writeTransaction(db, (tx) => markSetUpClosed(tx, clock.now()));
}

/** @returns whether this is the newest key, whatever it opens */
export function isSetUpKey(db: Queryable, key: string): boolean {
  const known = readFact(db, keyFact);
  return known !== null && key !== '' && timingSafeEqual(Buffer.from(hashToken(key)), Buffer.from(known));
}

/** Creates the first admin and closes the set-up. @returns the admin’s id. @throws {DomainError} `set_up_conflict` */
export async function createFirstAdmin(
  context: Context,
  key: string,
  { username, email, password }: NewAdmin,
): Promise<string> {
  const { db, clock, log } = context;
  const requireOpen = (db: Queryable) => {
    if (isSetUpClosed(db) || !isSetUpKey(db, key)) {
      throw new DomainError('set_up_conflict', 'This set-up link no longer works.');
    }
  };
  requireOpen(db);
  const account = { username, email, password, role: 'admin' } as const;
  return createUser(context, account, firstStartActor, (tx, userId) => {
    requireOpen(tx);
    markSetUpClosed(tx, clock.now());
    writeFact(tx, ownerFact, JSON.stringify({ userId, since: clock.now() }));
    log.info({ userId }, 'the first admin was created');
  });
}

/** Names the business, as the last step of the set-up. A repeat, or a call by another admin, does nothing. */
export async function nameBusiness(context: Context, user: SignedIn, named: SetUpBusiness): Promise<void> {
  if (findOwner(context) !== user.id) return;
  const version = readBusinessState(context).versions.identity;
  await changeIdentity(context, user, { ...readIdentity(context), ...named, version });
  await writeTransaction(context.db, (tx) => writeFact(tx, ownerFact, 'null'));
  context.log.info({ userId: user.id }, 'the set-up is done');
}

/** Keeps a refused form for its page, with the named fields; without problems deletes the one before. */
export function flashSetUpForm(
  { unfinishedForms: { flash } }: Pick<Context, 'unfinishedForms'>,
  [key, step]: [key: string, step: SetUpStep],
  form: Record<string, string>,
  names: readonly string[],
  problems: FlashedForm['problems'],
): void {
  if (problems.length > 0) {
    flash.forms.set(formAddress(key, step), { typed: typedFields(form, names), problems });
  } else {
    flash.forms.delete(formAddress(key, step));
  }
}

function formAddress(key: string, step: SetUpStep): string {
  return `/set-up/${hashToken(key)}/${step}`;
}

/** Returns the step and typed values that the page of a key shows; null for a wrong or old key. */
export function readSetUp(context: Context, key: string, userId: string | null): SetUpPage | null {
  const { db, unfinishedForms } = context;
  if (!isSetUpKey(db, key)) return null;
  const formOf = (step: SetUpStep) => unfinishedForms.flash.forms.get(formAddress(key, step))?.value ?? null;
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
  const owner = JSON.parse(readFact(db, ownerFact) ?? 'null');
  return owner && clock.now() - owner.since < businessTimeoutMs ? owner.userId : null;
}
