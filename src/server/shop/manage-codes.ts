import type { Queryable } from '../../../db/client.ts';
import { longDayText } from '../../shared/checkout/offer-text.ts';
import { decimalsText, minimumChargeMinor } from '../../shared/currencies.ts';
import { minutes } from '../../shared/durations.ts';
import { mailboxOf } from '../../shared/email/email-address.ts';
import { chargeStep, endSentence, formatPrice, toMajor, toMinor } from '../../shared/money.ts';
import { type Code, codeDayProblems, type NewCode } from '../../shared/offers/code-schema.ts';
import type { AddOn, Offer } from '../../shared/offers/offer-types.ts';
import { quoteOrder } from '../../shared/offers/quote.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { hashToken } from '../base/random.ts';
import { recordSettings } from '../base/record-audit.ts';
import { businessDay } from '../base/time/business-days.ts';
import { isoTime } from '../base/time/moments.ts';
import { changeShop, invalidField } from './manage-offers.ts';
import {
  type CodeRow,
  countUsesBy,
  findCode,
  insertCode,
  listCodes,
  listOffers,
  listUnpaidUses,
  switchCode,
} from './offer-repository.ts';
import { moneyFormatter, readMoneyStyle } from './settings-repository.ts';

/** Returns all promotion codes with their uses, newest first. */
export function readCodes({ db }: { db: Queryable }): Code[] {
  const slugs = new Map(listOffers(db).map(({ id, slug }) => [id, slug]));
  return listCodes(db).map(
    ({ useLimit, fromDay, untilDay, offerIds, percentOff, amountOffMinor, createdAt, ...code }) => ({
      ...code,
      ...presentDiscount({ percentOff, amountOffMinor }, code.currency ?? ''),
      limit: useLimit,
      from: fromDay,
      until: untilDay,
      offers: offerIds.flatMap((id) => slugs.get(id) ?? []),
      createdAt: isoTime(createdAt),
    }),
  );
}

/** Returns a code's discount: a percentage, or an amount in the main unit. */
export function presentDiscount(
  { percentOff, amountOffMinor }: Pick<CodeRow, 'percentOff' | 'amountOffMinor'>,
  currency: string,
) {
  return percentOff === null ? { amountOff: toMajor(amountOffMinor ?? 0, currency) } : { percentOff };
}

/** Returns whether the shop has a code in any spelling, even one that is switched off or over. */
export function isKnownCode({ db }: { db: Queryable }, code: string): boolean {
  return findCode(db, code) !== undefined;
}

function requireCode(db: Queryable, id: string): Code {
  const code = readCodes({ db }).find((one) => one.id === id);
  if (!code) throw new DomainError('code_not_found', 'This code no longer exists.');
  return code;
}

/** Adds a promotion code. @throws {DomainError} `invalid_request` with a message for the field */
export async function createCode(
  context: Context,
  user: SignedIn,
  { code, amountOff, limit, from, until, offers, ...input }: NewCode,
): Promise<Code> {
  for (const [field, problem] of Object.entries(codeDayProblems({ from, until }, businessDay(context)))) {
    if (problem) throw invalidField(field, problem);
  }
  return changeShop(context, (tx) => {
    if (isKnownCode({ db: tx }, code)) throw invalidField('code', 'You have this code already.');
    const known = listOffers(tx);
    const offerIds = offers.map((slug) => {
      const offer = known.find((offer) => offer.slug === slug);
      if (!offer) throw invalidField('offers', `There is no offer “${slug}”.`);
      return offer.id;
    });
    const { currency } = readMoneyStyle(tx);
    const amountOffMinor = amountOff === null ? null : toMinor(amountOff, currency);
    if (amountOff !== null && (amountOffMinor === null || amountOffMinor % chargeStep(currency) > 0)) {
      throw invalidField('amountOff', `Please enter an amount with ${decimalsText(currency)}.`);
    }
    const id = context.random.newId();
    insertCode(tx, {
      ...input,
      id,
      code,
      amountOffMinor,
      currency: amountOffMinor === null ? null : currency,
      useLimit: limit,
      fromDay: from,
      untilDay: until,
      offerIds,
      createdAt: context.clock.now(),
    });
    const takesOff =
      amountOffMinor === null ? `${input.percentOff}%` : moneyFormatter(tx, currency)(amountOffMinor);
    recordSettings(context, tx, user, aboutCode({ id, code }), { added: code, takesOff });
    return requireCode(tx, id);
  });
}

/** Switches a code on or off at once; orders placed with it keep it. @throws {DomainError} `code_not_found` */
export function changeCode(context: Context, user: SignedIn, id: string, isActive: boolean): Promise<Code> {
  return changeShop(context, (tx) => {
    const code = requireCode(tx, id);
    switchCode(tx, id, isActive);
    const details = { code: isActive ? 'turned on' : 'turned off' };
    recordSettings(context, tx, user, aboutCode(code), details);
    return { ...code, isActive };
  });
}

function aboutCode({ id, code }: Pick<CodeRow, 'id' | 'code'>) {
  return { id: `code ${id}`, label: `Code ${code}` };
}

/** Returns whether the checkout asks for a code: at least one is valid today. */
export function hasCodes(context: Context): boolean {
  return listCodes(context.db).some((row) => row.isActive && dayProblem(context, row) === null);
}

/** The `row` of a valid code, or the `problem` in words for the customer; both null if none was typed. */
export type TypedCode = { row: CodeRow; problem: null } | { row: null; problem: string | null };

/** Returns a typed code, or why an order cannot have it. `findUsesToGiveUp` checks its limits of use. Never throws. */
export function readTypedCode(
  context: Context,
  code: string | undefined,
  offer: Offer,
  chosen: readonly AddOn[],
): TypedCode {
  if (code === undefined) return { row: null, problem: null };
  const row = findCode(context.db, code);
  if (!row) {
    return { row: null, problem: 'We don’t recognize this code. Please check it or order without one.' };
  }
  const problem = codeProblem(context, row, offer, chosen);
  return problem === null ? { row, problem } : { row: null, problem };
}

function codeProblem(context: Context, row: CodeRow, offer: Offer, chosen: readonly AddOn[]): string | null {
  if (!row.isActive) return switchedOff;
  if (row.offerIds.length > 0 && !row.offerIds.includes(offer.id)) return 'This code isn’t for this reading.';
  if (row.currency !== null && row.currency !== offer.currency)
    return `This code is for orders in ${row.currency.toUpperCase()} only.`;
  const { amountMinor, discountMinor, currency } = quoteOrder(offer, chosen, row);
  const minimum = minimumChargeMinor(currency);
  if (amountMinor + discountMinor === 0) return 'This reading is free, so you don’t need a code.';
  if (amountMinor > 0 && amountMinor < minimum) {
    const { locale } = readMoneyStyle(context.db);
    const [left, least] = [amountMinor, minimum].map((minor) => formatPrice(minor, currency, locale));
    const sums = endSentence(
      `With this code, ${left} would be left to pay, but the smallest payment we can take is ${least}`,
    );
    return `${sums} Please order without the code.`;
  }
  return dayProblem(context, row);
}

const switchedOff = 'This code isn’t valid anymore.';

function dayProblem(context: Context, { fromDay, untilDay }: CodeRow): string | null {
  const today = businessDay(context);
  const now = context.clock.now();
  if (fromDay !== null && today < fromDay) return `This code is valid starting ${longDayText(fromDay, now)}.`;
  if (untilDay !== null && today > untilDay)
    return `This code was valid until ${longDayText(untilDay, now)}.`;
  return null;
}

/** How long an unpaid order reserves a use of a code. */
const holdLasts = minutes(10);

const mostHoldsOfAddress = 5;

export interface CodeUser {
  /** Null before it is known. */
  email: string | null;
  /** The visitor's network address; null while nothing is ordered. */
  address: string | null;
  /** The ids of the visitor's own orders. */
  own: readonly string[];
}

const usedUp = 'This code has been used up. You haven’t been charged.';
const usedByMailbox = 'This email address has already used this code. You haven’t been charged.';
const busy =
  'Other orders are using this code right now. You haven’t been charged. Please try again in 10 minutes or order without the code.';
const tooManyHolds =
  'Several unpaid orders from your connection use this code. Please pay for one of them first or try again in 10 minutes.';

/**
 * Returns, per limit of a code, how many of its reserved `uses` (unpaid orders) to abandon for one more: `needed`, none
 * if not above 0. @throws {DomainError} `invalid_request` if no use can be freed, or the code is switched off
 */
export function findUsesToGiveUp(
  { db, clock }: Pick<Context, 'clock'> & { db: Queryable },
  { id: codeId, code, useLimit, perAddress }: CodeRow,
  { email, address, own }: CodeUser,
) {
  const current = findCode(db, code);
  if (!current?.isActive) throw invalidField('code', switchedOff);
  const mailbox = email === null ? null : mailboxOf(email);
  const unpaid = listUnpaidUses(db, codeId).map((use) => {
    const isOfMailbox = mailboxOf(use.canonicalEmail) === mailbox;
    const isOwn = isOfMailbox || own.includes(use.id);
    return { ...use, isOfMailbox, isOwn, isHeld: !isOwn && use.createdAt > clock.now() - holdLasts };
  });
  function findIn(uses: typeof unpaid, paid: number, most: number, message: string) {
    if (paid >= most) throw invalidField('code', message);
    const free = uses.filter(({ isHeld }) => !isHeld).sort((a, b) => Number(b.isOwn) - Number(a.isOwn));
    if (paid + uses.length - free.length >= most) throw invalidField('code', busy);
    return { needed: paid + uses.length + 1 - most, uses: free };
  }
  const found = [];
  if (perAddress !== null && mailbox !== null) {
    const ofMailbox = unpaid.filter(({ isOfMailbox }) => isOfMailbox);
    found.push(findIn(ofMailbox, countUsesBy(db, codeId, mailbox), perAddress, usedByMailbox));
  }
  if (useLimit !== null) {
    found.push(findIn(unpaid, current.used, useLimit, usedUp));
    const hash = address === null ? null : hashToken(address);
    if (unpaid.filter((use) => use.isHeld && use.address === hash).length >= mostHoldsOfAddress)
      throw invalidField('code', tooManyHolds);
  }
  return found;
}

/** Refuses a code without a free use. @throws {DomainError} as `findUsesToGiveUp` */
export function refuseUsedUp(...use: Parameters<typeof findUsesToGiveUp>): void {
  if (findUsesToGiveUp(...use).some(({ needed }) => needed > 0)) throw invalidField('code', busy);
}
