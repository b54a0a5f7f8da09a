import { writeTransaction } from '../../../db/client.ts';
import type { AvailabilityChange } from '../../shared/people/availability.ts';
import { type DaysAway, tidyDaysAway } from '../../shared/people/days-away.ts';
import { aboutPerson, recordAudit, whatChanged } from '../audit/record-audit.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { requirePerson } from '../people/directory/find-person.ts';
import { businessDay } from '../people/directory/free-reader.ts';
import { setDaysAway, setMaxOpenOrders, setReadingsPerDay } from '../people/directory/people-repository.ts';
import { handOutWaiting } from './hand-out-waiting.ts';

/**
 * Says when a reader is away, how many open orders they take and how many they write in a day. The orders that they have stay theirs; what
 * waits for a reader is handed out when they can take it now.
 *
 * @throws {DomainError} `person_not_found`; `person_conflict` for an admin, who is given no orders;
 *   `invalid_request` for more days that are over, as in last year; `availability_conflict` when the days away are
 *   not those that the caller saw
 */
export async function setAvailability(
  context: Context,
  user: SignedIn,
  personId: string,
  { daysAway, daysAwayBefore, maxOpenOrders, readingsPerDay }: AvailabilityChange,
): Promise<void> {
  const today = businessDay(context);
  await writeTransaction(context.db, (tx) => {
    const person = requirePerson({ db: tx }, personId);
    if (person.role !== 'reader') throw new DomainError('person_conflict', 'Only readers are given orders.');
    if (daysAwayBefore)
      refuseUnseen(tidyDaysAway(person.daysAway, today), tidyDaysAway(daysAwayBefore, today));
    const isKnown = ({ from, to }: DaysAway) =>
      person.daysAway.some((known) => known.from === from && known.to === to);
    if (daysAway?.some((span) => span.to < today && !isKnown(span))) {
      throw new DomainError(
        'invalid_request',
        'These days are over. Please choose days that are still to come.',
      );
    }
    if (daysAway) setDaysAway(tx, personId, tidyDaysAway(daysAway, today));
    if (maxOpenOrders !== undefined) setMaxOpenOrders(tx, personId, maxOpenOrders);
    if (readingsPerDay !== undefined) setReadingsPerDay(tx, personId, readingsPerDay);
    const after = requirePerson({ db: tx }, personId);
    recordAudit(tx, {
      actor: user,
      at: context.clock.now(),
      action: 'availability_changed',
      subject: aboutPerson(person),
      details: whatChanged(availabilityOf(person), availabilityOf(after)),
    });
  });
  await handOutWaiting(context);
  context.publicChanged();
  context.log.info({ personId, userId: user.id }, 'it was changed when a reader gets orders');
}

function availabilityOf(person: ReturnType<typeof requirePerson>) {
  const { daysAway, maxOpenOrders, readingsPerDay } = person;
  return { daysAway: daysAwayText(daysAway), maxOpenOrders, readingsPerDay };
}

function refuseUnseen(daysAway: DaysAway[], seen: DaysAway[]): void {
  const now = daysAwayText(daysAway);
  if (now === daysAwayText(seen)) return;
  throw new DomainError(
    'availability_conflict',
    `These days away were changed meanwhile. Nothing was saved. What stands there now: ${now}.`,
  );
}

function daysAwayText(daysAway: DaysAway[]): string {
  const spans = daysAway.map(({ from, to }) => (from === to ? from : `${from} to ${to}`));
  return spans.join('; ') || 'none';
}
