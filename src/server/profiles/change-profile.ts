import { createHash } from 'node:crypto';
import { writeTransaction } from '../../../db/client.ts';
import type { PortraitForm, ProfileChange } from '../../shared/people/profiles.ts';
import { sinceProblem } from '../../shared/people/profiles.ts';
import { aboutPerson, recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { requirePerson } from '../people/directory/find-person.ts';
import { businessDay } from '../people/directory/free-reader.ts';
import {
  deletePortrait,
  setAlt,
  setProfile,
  writePortrait,
} from '../people/directory/profiles-repository.ts';
import type { DrawPortrait } from './portrait.ts';

/**
 * Says how customers know a reader: in the first screen of the shop, and under the letters.
 *
 * @throws {DomainError} `person_not_found`; `person_conflict` for an admin, whom customers do not know;
 *   `invalid_request` for a year that is still to come
 */
export async function changeProfile(
  context: Context,
  user: SignedIn,
  personId: string,
  change: ProfileChange,
): Promise<void> {
  const person = requireReader(context, personId);
  const thisYear = Number(businessDay(context).slice(0, 4));
  const problem = sinceProblem(String(change.readingSince ?? ''), thisYear);
  if (problem) throw new DomainError('invalid_request', problem);
  await writeTransaction(context.db, (tx) => {
    setProfile(tx, personId, change);
    const subject = aboutPerson(person);
    recordAudit(tx, { actor: user, at: context.clock.now(), action: 'profile_changed', subject });
  });
  told(context, user, personId);
}

/**
 * Gives a reader a portrait, or other words to the one there is.
 *
 * @throws {DomainError} `person_not_found`; `person_conflict` for an admin; `portrait_not_found` for words without a
 *   picture; `invalid_request` for a picture that is broken, too large or none
 */
export async function changePortrait(
  context: Context,
  draw: DrawPortrait,
  user: SignedIn,
  personId: string,
  { picture: file, alt }: PortraitForm,
): Promise<void> {
  const updatedAt = context.clock.now();
  const audited = {
    actor: user,
    at: updatedAt,
    action: 'portrait_changed',
    subject: aboutPerson(requireReader(context, personId)),
  } as const;
  if (!file) {
    await writeTransaction(context.db, (tx) => {
      const isChanged = setAlt(tx, { userId: personId, alt, updatedAt });
      if (!isChanged) throw new DomainError('portrait_not_found', 'Please choose a picture first.');
      recordAudit(tx, { ...audited, details: { picture: 'its words' } });
    });
    return told(context, user, personId);
  }
  const drawn = await draw(new Uint8Array(await file.arrayBuffer()));
  if ('problem' in drawn) throw new DomainError('invalid_request', drawn.problem);
  const picture = Buffer.from(drawn.picture);
  const hash = createHash('sha256').update(picture).digest('base64url').slice(0, 22);
  // They may have gone meanwhile.
  requireReader(context, personId);
  await writeTransaction(context.db, (tx) => {
    writePortrait(tx, { userId: personId, picture, hash, alt, updatedAt });
    recordAudit(tx, { ...audited, details: { picture: 'new' } });
  });
  told(context, user, personId);
}

/** @throws {DomainError} `person_not_found`; `person_conflict` for an admin */
export async function removePortrait(context: Context, user: SignedIn, personId: string): Promise<void> {
  const subject = aboutPerson(requireReader(context, personId));
  const details = { picture: 'removed' };
  await writeTransaction(context.db, (tx) => {
    deletePortrait(tx, personId);
    recordAudit(tx, { actor: user, at: context.clock.now(), action: 'portrait_changed', subject, details });
  });
  told(context, user, personId);
}

/** @throws {DomainError} `person_not_found`; `person_conflict` for an admin, whom customers do not know */
export function requireReader(context: Context, personId: string): ReturnType<typeof requirePerson> {
  const person = requirePerson(context, personId);
  if (person.role === 'reader') return person;
  throw new DomainError('person_conflict', 'Customers get to know readers only.');
}

function told(context: Context, user: SignedIn, personId: string): void {
  context.publicChanged('business');
  context.log.info({ personId, userId: user.id }, 'it was changed how customers know a reader');
}
