import { writeTransaction } from '../../../../db/client.ts';
import { awayUntil, tidyDaysAway } from '../../../shared/people/days-away.ts';
import type { Person } from '../../../shared/people/staff.ts';
import { aboutPerson, recordAudit } from '../../audit/record-audit.ts';
import { DomainError } from '../../basics/errors.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { isoTime } from '../../time/iso-time.ts';
import { setPassword } from '../credentials/change-password.ts';
import { switchTwoFactorOff } from '../credentials/credentials-repository.ts';
import type { Accounts } from '../credentials/sessions.ts';
import { requirePerson } from '../directory/find-person.ts';
import { businessDay } from '../directory/free-reader.ts';
import { listPeople as listRows } from '../directory/people-repository.ts';
import { listProfiles } from '../directory/profiles-repository.ts';

export async function listPeople({ context, sessions }: Accounts): Promise<Person[]> {
  const today = businessDay(context);
  const profiles = listProfiles(context.db);
  return Promise.all(
    listRows(context.db).map(async (person) => ({
      id: person.id,
      username: person.username,
      role: person.role,
      isActive: person.isActive,
      email: person.email,
      hasTwoFactor: person.totpEnabledAt !== null,
      createdAt: isoTime(person.createdAt),
      daysAway: tidyDaysAway(person.daysAway, today),
      awayUntil: awayUntil(person.daysAway, today),
      openOrders: person.openOrders,
      maxOpenOrders: person.maxOpenOrders,
      readingsPerDay: person.readingsPerDay,
      profile: profiles.get(person.id) ?? null,
      sessions: (await sessions.list(person.id)).length,
    })),
  );
}

/** Sets another person's password and signs them out everywhere. */
export async function setPersonPassword(
  { context, sessions }: Accounts,
  user: SignedIn,
  personId: string,
  newPassword: string,
): Promise<void> {
  const person = requirePerson(context, personId);
  if (person.id === user.id) {
    throw new DomainError('person_conflict', 'Change your own password where the current one is asked for.');
  }
  await setPassword({ context, sessions }, { actor: user, person }, newPassword);
  context.log.info({ personId, userId: user.id }, 'a password was set');
}

export async function disableTwoFactorOf(context: Context, user: SignedIn, personId: string): Promise<void> {
  const person = requirePerson(context, personId);
  if (person.id === user.id) {
    throw new DomainError(
      'person_conflict',
      'Switch your own off in your account, where the password is asked for.',
    );
  }
  await writeTransaction(context.db, (tx) => {
    switchTwoFactorOff(tx, personId);
    const subject = aboutPerson(person);
    recordAudit(tx, { actor: user, at: context.clock.now(), action: 'two_factor_off', subject });
  });
  context.log.info({ personId, userId: user.id }, 'two-factor sign-in switched off by an admin');
}
