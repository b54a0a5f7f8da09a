import type { Closed } from '../../shared/checkout/calendar-schema.ts';
import type { QuoteAnswer, quoteSchema, ReadingRequest } from '../../shared/checkout/checkout-schema.ts';
import type { OfferOnSale } from '../../shared/checkout/offer.ts';
import { longDayText } from '../../shared/checkout/offer-text.ts';
import { endSentence, formatPrice, type Money, offeredPrice, toMajor } from '../../shared/money.ts';
import type { AddOn, Offer } from '../../shared/offers/offer-types.ts';
import { chosenAddOns, type Quote, quoteOrder } from '../../shared/offers/quote.ts';
import type { z } from '../../shared/zod.ts';
import type { Context } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { findLink } from '../orders/order-links.ts';
import { offersWithdrawal } from '../shop/change-settings.ts';
import { findUsesToGiveUp, presentDiscount, readTypedCode, type TypedCode } from '../shop/manage-codes.ts';
import { findOfferOnSale, invalidField } from '../shop/manage-offers.ts';
import { type Availability, readAvailability } from '../shop/read-availability.ts';
import { readMoneyStyle } from '../shop/settings-repository.ts';
import { listOpenOrders, rememberShownPrice } from './checkout-visitor.ts';

export interface OrderToPlace {
  request: ReadingRequest;
  offer: Offer;
  chosen: AddOn[];
  quote: Quote;
  code: TypedCode;
}

/** Returns a form with its offer, add-ons, code and total. The caller checks `code.problem`. @throws `invalid_request` */
export function readOrderForm(
  context: Context,
  { offer, request }: Pick<OrderToPlace, 'offer' | 'request'>,
): OrderToPlace {
  if (offer.returningOnly) refuseNewCustomers(context, request.after);
  const chosen = chosenAddOns(offer, request.addOns);
  const code = readTypedCode(context, request.code, offer, chosen);
  return { request, offer, chosen, code, quote: quoteOrder(offer, chosen, code.row) };
}

/** Returns a total, and records that the visitor saw current prices. @throws `invalid_request`, `rush_conflict` */
export async function quote(
  context: Context,
  asked: z.output<typeof quoteSchema>,
  cookie: string | undefined,
): Promise<QuoteAnswer> {
  const offer = findOfferOnSale(context.db, asked.offer);
  const chosen = chosenAddOns(offer, asked.addOns);
  if (chosen.length < new Set(asked.addOns).size)
    throw invalidField('addOns', 'This add-on isn’t offered anymore.');
  const code = readTypedCode(context, asked.code, offer, chosen);
  if (code.problem !== null) throw invalidField('code', code.problem);
  // Uses by the visitor's own open orders do not count.
  const own = cookie ? listOpenOrders(context, cookie).map(({ id }) => id) : [];
  if (code.row) findUsesToGiveUp(context, code.row, { email: null, address: null, own });
  const { amountMinor, currency, days, lines } = quoteOrder(offer, chosen, code.row);
  const availability = readAvailability(context, days);
  refuseRush(chosen, availability);
  if (cookie) await rememberShownPrice(context, cookie, offer.pricedAt);
  return {
    amount: toMajor(amountMinor, currency),
    amountText: offeredPrice(amountMinor, { currency, locale: readMoneyStyle(context.db).locale }),
    currency,
    lines: lines.map(({ label, amountMinor }) => ({ label, amount: toMajor(amountMinor, currency) })),
    promisedDay: availability.promisedDay,
    ...(code.row && { discount: { code: code.row.code, ...presentDiscount(code.row, currency) } }),
  };
}

/** Refuses a rush order while the shop is fully booked. @throws {DomainError} `rush_conflict` */
export function refuseRush(chosen: readonly AddOn[], { isFull }: Pick<Availability, 'isFull'>): void {
  const rush = isFull && chosen.find(({ days }) => days !== undefined);
  if (!rush) return;
  const message = `We’re fully booked, so “${rush.name}” isn’t available right now. You haven’t been charged.`;
  throw new DomainError('rush_conflict', `${message} Please leave it out, or try again in a few days.`, {
    fields: { addOns: message },
  });
}

/** Refuses an order while the shop is closed. @throws {DomainError} `closed_conflict` */
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

/** Refuses an order without the consent, if the shop asks for it. @throws {DomainError} `consent_conflict` */
export function refuseWithoutConsent({ db }: Pick<Context, 'db'>, consent: boolean | undefined): void {
  if (consent === true || !offersWithdrawal(db)) return;
  // The browser requires the checkbox: this is for a page loaded before consent was required.
  throw new DomainError(
    'consent_conflict',
    'The order form has changed. Please reload the page. What you typed is saved.',
  );
}

/** Throws `price_conflict` with the current price, because the form showed another. */
export function throwPriceConflict({ db }: Pick<Context, 'db'>, { amountMinor, currency }: Money): never {
  const price = formatPrice(amountMinor, currency, readMoneyStyle(db).locale);
  throw new DomainError(
    'price_conflict',
    `${endSentence(`The price has changed to ${price}`)} You haven’t been charged. Please check the new price and press the button again.`,
  );
}

/** Refuses an order whose form showed an earlier day, and drops cached pages. @throws {DomainError} `day_conflict` */
export function refuseLaterDay(context: Context, promised: string, shown: string | undefined): void {
  if (shown === undefined || promised <= shown) return;
  context.signals.invalidatePublicPages();
  throw new DomainError(
    'day_conflict',
    `Your reading would now arrive by ${longDayText(promised, context.clock.now())}. You haven’t been charged. If the new date is okay, press the button again.`,
  );
}

function refuseNewCustomers(context: Context, token: string | undefined): void {
  const link = token === undefined ? null : findLink(context, token);
  if (link && link.order.deliveredAt !== null) return;
  throw invalidField(
    'offer',
    'This reading is for returning customers. To order it, use the link on your order page or in the email with your reading.',
  );
}
