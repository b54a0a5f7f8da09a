import { consentMissing } from '../../shared/aftercare/withdrawal.ts';
import type { Closed } from '../../shared/checkout/calendar.ts';
import type { Offer } from '../../shared/checkout/offer.ts';
import { dayWords } from '../../shared/checkout/offer-words.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { hasWithdrawal } from './aftercare-settings.ts';

/** @throws {DomainError} `closed_conflict` while nothing is sold */
export function refuseWhenClosed({ clock }: Pick<Context, 'clock'>, { closed }: Pick<Offer, 'closed'>): void {
  if (closed === null) return;
  throw new DomainError('closed_conflict', `${closedWords(closed, clock.now())} Nothing was charged.`);
}

function closedWords({ until }: Closed, now: number): string {
  return until === null
    ? 'We have as many readings to write as we can write well, so we take no new orders at the moment. Please come back in a few days.'
    : `We are closed and take orders again from ${dayWords(until, now)} on.`;
}

/** @throws {DomainError} `consent_conflict` when the shop asks for a consent and the form is without it */
export function refuseWithoutConsent({ db }: Pick<Context, 'db'>, consent: boolean | undefined): void {
  if (consent !== true && hasWithdrawal(db)) throw new DomainError('consent_conflict', consentMissing);
}

/**
 * @param promised by which day a reading would be promised
 * @param shown the day on the customer's page; undefined when their program shows none
 * @throws {DomainError} `day_conflict` when it would be later than they were shown
 */
export function refuseLaterDay(
  context: Pick<Context, 'clock' | 'publicChanged'>,
  promised: string,
  shown: string | undefined,
): void {
  if (shown === undefined || promised <= shown) return;
  // The page asks for the day that holds now.
  context.publicChanged();
  throw new DomainError(
    'day_conflict',
    `Your reading would now be ready by ${dayWords(promised, context.clock.now())}. Nothing was charged; if that is fine with you, press the button again.`,
  );
}
