import type { Closed } from '../../shared/checkout/calendar-schema.ts';
import type { OfferOnSale } from '../../shared/checkout/offer.ts';
import { longDayText } from '../../shared/checkout/offer-text.ts';
import { endSentence, formatPrice, type Money } from '../../shared/money.ts';
import type { Context } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { offersWithdrawal } from './change-settings.ts';
import { readMoneyStyle } from './settings-repository.ts';

/** Refuses a sale while nothing is sold. @throws {DomainError} `closed_conflict` */
export function refuseWhenClosed({ clock }: Context, { closed }: Pick<OfferOnSale, 'closed'>): void {
  if (closed === null) return;
  throw new DomainError('closed_conflict', `${refusalWords(closed, clock.now())} You haven’t been charged.`);
}

function refusalWords({ until, reason }: Closed, now: number): string {
  if (until !== null) return `We’re closed. You can order again starting ${longDayText(until, now)}.`;
  return reason === 'closed'
    ? 'We aren’t taking new orders right now. Please check back later.'
    : 'We’re fully booked and aren’t taking new orders right now. Please check back in a few days.';
}

/** Refuses a form without the consent that the shop asks for. @throws {DomainError} `consent_conflict` */
export function refuseWithoutConsent({ db }: Pick<Context, 'db'>, consent: boolean | undefined): void {
  if (consent === true || !offersWithdrawal(db)) return;
  // The browser checks the box: this is for a page from before it was switched on.
  throw new DomainError(
    'consent_conflict',
    'The order form has changed. Please reload the page. What you typed is saved.',
  );
}

/** Always throws, telling the new price: the form showed another. @throws {DomainError} `price_conflict` */
export function throwPriceConflict({ db }: Pick<Context, 'db'>, { amountMinor, currency }: Money): never {
  const price = formatPrice(amountMinor, currency, readMoneyStyle(db).locale);
  throw new DomainError(
    'price_conflict',
    `${endSentence(`The price has changed to ${price}`)} You haven’t been charged. Please check the new price and press the button again.`,
  );
}

/** Refuses a later day than was shown, and drops cached pages then. @throws {DomainError} `day_conflict` */
export function refuseLaterDay(context: Context, promised: string, shown: string | undefined): void {
  if (shown === undefined || promised <= shown) return;
  context.signals.invalidatePublicPages();
  throw new DomainError(
    'day_conflict',
    `Your reading would now arrive by ${longDayText(promised, context.clock.now())}. You haven’t been charged. If that’s okay, press the button again.`,
  );
}
