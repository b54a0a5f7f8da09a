import { timingSafeEqual } from 'node:crypto';
import { type Database, type Queryable, type Transaction, writeTransaction } from '../../../../db/client.ts';
import { hours } from '../../../shared/durations.ts';
import type { FlashedForm } from '../../../shared/fields.ts';
import {
  type NewAdmin,
  type SetUpBusiness,
  type SetUpPage,
  type SetUpReader,
  type SetUpStep,
  type Unconnected,
  unconnected,
} from '../../../shared/shop/set-up-schema.ts';
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../base/config/config.ts';
import { demoContact, sampleDescriptor } from '../../base/config/environment.ts';
import type { Context, SignedIn } from '../../base/context.ts';
import { DomainError } from '../../base/domain-error.ts';
import { typedFields } from '../../base/form-flash.ts';
import { hashToken } from '../../base/random.ts';
import { setUpActor } from '../../base/record-audit.ts';
import { backupSettings, readBackupSettings } from '../../ops/backups/backup-settings.ts';
import { createUser } from '../../people/create-user.ts';
import { canInvite, inviteUser } from '../../people/password-reset.ts';
import { requirePerson } from '../../people/people-repository.ts';
import { storeIdentity } from '../../shop/change-business.ts';
import { storeSettings } from '../../shop/change-settings.ts';
import { jsonFact, readFact, writeFact } from '../../shop/facts-repository.ts';
import { readIdentity } from '../../shop/read-business.ts';
import { isSetUpClosed, markSetUpClosed } from './set-up-repository.ts';

const keyFact = 'set_up_key';

type LaterStep = 'business' | 'reader' | 'backups';

interface Owner {
  userId: string;
  since: number;
  /** Missing in data from older versions, which had only this step. */
  step?: LaterStep;
}

/** The admin who has not ended the set-up yet; null once it is over. */
const { read: readOwner, write: writeOwner } = jsonFact<Owner>('set_up_going_on');

const ownerTimeoutMs = hours(24);

/** Replaces the set-up key, and returns its URL. With an account, closes the set-up for good and returns null. */
export async function openSetUp({ db, clock, config, random }: Context): Promise<string | null> {
  const key = await writeTransaction(db, (tx) => {
    if (isSetUpClosed(tx)) {
      markSetUpClosed(tx, clock.now());
      return null;
    }
    const made = random.newToken();
    writeFact(tx, { name: keyFact, value: hashToken(made) });
    return made;
  });
  return key === null ? null : `${config.publicUrl}/set-up/${key}`;
}

/** Closes the set-up for good, as `markSetUpClosed` does, in its own transaction. */
export async function closeSetUp({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await writeTransaction(db, (tx) => markSetUpClosed(tx, clock.now()));
}

/** Returns whether this is the newest key, even after the set-up. */
export function isSetUpKey(db: Queryable, key: string): boolean {
  const known = readFact(db, keyFact);
  return known !== null && key !== '' && timingSafeEqual(Buffer.from(hashToken(key)), Buffer.from(known));
}

/** Creates the first admin, closes the set-up and returns the id. @throws `set_up_conflict`, or as `createUser` */
export async function createFirstAdmin(
  context: Context,
  key: string,
  { username, email, password }: NewAdmin,
): Promise<string> {
  const { db, clock, log } = context;
  const requireOpen = (db: Queryable) => {
    if (isSetUpClosed(db) || !isSetUpKey(db, key)) {
      throw new DomainError('set_up_conflict', 'This setup link no longer works.');
    }
  };
  requireOpen(db);
  const account = { username, email, password, role: 'admin', writes: true } as const;
  return createUser(context, account, setUpActor, (tx, userId) => {
    requireOpen(tx);
    markSetUpClosed(tx, clock.now());
    writeOwner(tx, { userId, since: clock.now(), step: 'business' });
    log.info({ userId }, 'the first admin was created');
  });
}

/*
 * Only the admin who began the set-up takes the later steps. Repeating one, as with a double click, changes
 * nothing, and the page shows the next step.
 */

/** Stores the business's details and goes on to the step `reader`. @throws `set_up_conflict` if that was done before */
export async function nameBusiness(context: Context, user: SignedIn, named: SetUpBusiness): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    leaveStep(context, tx, user, 'business', 'reader');
    const identity = { ...readIdentity({ ...context, db: tx }), ...named };
    storeIdentity(tx, user, identity, context.clock.now());
  });
  context.signals.invalidatePublicPages();
}

/** Creates, invites or skips the first reader and goes on to `backups`. @throws as `nameBusiness` and `createUser` */
export async function addFirstReader(context: Context, user: SignedIn, reader: SetUpReader): Promise<void> {
  const goOn = (tx: Transaction) => leaveStep(context, tx, user, 'reader', 'backups');
  if (reader.choice === 'skip') await writeTransaction(context.db, goOn);
  else if (reader.password === undefined)
    await inviteUser(context, { ...reader, role: 'reader' }, user, goOn);
  else await createUser(context, { ...reader, role: 'reader' }, user, goOn);
  // The promised day depends on who writes.
  context.signals.invalidatePublicPages();
}

/** Turns backups on or off, and ends the set-up. @throws as `nameBusiness` */
export async function finishSetUp(
  context: Context,
  user: SignedIn,
  { isOn }: { isOn: boolean },
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    leaveStep(context, tx, user, 'backups', null);
    if (isOn !== readBackupSettings(tx).isOn) storeSettings(context, tx, user, backupSettings, { isOn });
  });
  context.log.info({ userId: user.id }, 'the set-up is done');
}

/** Keeps a refused form's fields for its page; without problems, deletes those kept before. */
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

/** Returns step and values for a key's page; `used` for other users, at the end or after a day; null for an old key. */
export function readSetUp(context: Context, key: string, userId: string | null): SetUpPage | null {
  const { db, unfinishedForms } = context;
  if (!isSetUpKey(db, key)) return null;
  const formOf = (step: SetUpStep) => unfinishedForms.flash.forms.get(formAddress(key, step)) ?? null;
  if (!isSetUpClosed(db)) return { step: 'admin', form: formOf('admin') };
  const owner = findOwner(context);
  if (!owner || owner.userId !== userId) return { step: 'used' };
  const { step = 'business' } = owner;
  const form = formOf(step);
  if (step === 'reader') return { step, form, canInvite: canInvite(context) };
  if (step === 'backups') {
    return { step, form, isOn: readBackupSettings(db).isOn, unconnected: findUnconnected(context.config) };
  }
  const { siteName, contactEmail: known, billingDescriptor: descriptor } = readIdentity(context);
  // The demo's address must not be saved by accident.
  const contactEmail = known === demoContact ? (requirePerson(context, owner.userId).email ?? '') : known;
  // Left empty, it is made of the business name.
  const billingDescriptor = descriptor === sampleDescriptor ? '' : descriptor;
  return { step, form: form ?? { typed: { siteName, contactEmail, billingDescriptor }, problems: [] } };
}

function findUnconnected({ stripe, smtp, backup }: Config): Unconnected[] {
  const isMissing: Record<Unconnected, boolean> = {
    stripe: stripe.mode === 'sandbox',
    live_payments: stripe.mode === 'test',
    mail: smtp === null,
    copies_elsewhere: backup.command === null,
  };
  return unconnected.filter((what) => isMissing[what]);
}

/** Goes on to the next step, null for the end. @throws {DomainError} `set_up_conflict` if the step is over */
function leaveStep(
  { clock }: Context,
  tx: Transaction,
  user: SignedIn,
  step: LaterStep,
  next: LaterStep | null,
): void {
  const owner = findOwner({ db: tx, clock });
  if (owner?.userId !== user.id || (owner.step ?? 'business') !== step) {
    throw new DomainError('set_up_conflict', 'This setup step is already done.');
  }
  writeOwner(tx, next && { ...owner, step: next });
}

/** Returns the admin who may continue the set-up; null once it is over. */
function findOwner({ db, clock }: { db: Queryable; clock: Clock }): Owner | null {
  const owner = readOwner(db);
  return owner && clock.now() - owner.since < ownerTimeoutMs ? owner : null;
}
