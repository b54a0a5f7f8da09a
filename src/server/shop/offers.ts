import { isDeepStrictEqual } from 'node:util';
import { type Queryable, type Transaction, writeTransaction } from '../../../db/client.ts';
import { nearestPrice } from '../../shared/currencies.ts';
import { formatMoney, type MoneyStyle, maximumChargeMinor, toMajor } from '../../shared/money.ts';
import type { NewOffer, OfferChange } from '../../shared/offers/offer-schema.ts';
import { isPresented, type OfferAnswer, offerLimits, presentOffer } from '../../shared/offers/offers.ts';
import { toPrice } from '../../shared/offers/price.ts';
import type { AuditDetails } from '../../shared/ops/audit.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/errors.ts';
import { aboutSettings, recordAudit, whatChanged } from '../base/record-audit.ts';
import { listOffers, type OfferRow, storeOffer, storePosition } from './offer-repository.ts';
import { readMoneyStyle, writeMoneyStyle } from './settings-repository.ts';

/** Returns all offers in the shop's order, archived ones too. */
export function readOffers({ db }: Pick<Context, 'db'>): OfferAnswer[] {
  return listOffers(db).map(toAnswer);
}

/** Returns what is on sale, in the shop's order: all but archived offers. */
export function listOffersOnSale(db: Queryable): OfferRow[] {
  return listOffers(db).filter(({ visibility }) => visibility !== 'archived');
}

/** Returns what only a customer with a delivered reading can order, in the shop's order. */
export function listFollowUps(db: Queryable): Pick<OfferRow, 'name' | 'slug'>[] {
  return listOffersOnSale(db)
    .filter(({ returningOnly, visibility }) => returningOnly && visibility === 'shown')
    .map(({ name, slug }) => ({ name, slug }));
}

/**
 * Returns the offer on sale at an address, without one the first that is presented.
 * @throws {DomainError} `invalid_request` with a sentence for the field `offer`
 */
export function findOfferOnSale(db: Queryable, slug?: unknown): OfferRow {
  const onSale = listOffersOnSale(db);
  const found = onSale.find((offer) => (slug === undefined ? isPresented(offer) : offer.slug === slug));
  if (found) return found;
  throw misfit('offer', 'This reading isn’t offered anymore. Please choose another one.');
}

/** Adds an offer at the end. @throws {DomainError} `invalid_request`; `offer_limit_conflict` when there are too many */
export function createOffer(context: Context, user: SignedIn, input: NewOffer): Promise<OfferAnswer> {
  return changeOffers(context, (tx) => {
    const known = listOffers(tx);
    const style = readMoneyStyle(tx);
    const offer = withIds(context, [], {
      ...inMinorUnits(input, style),
      currency: style.currency,
      id: context.random.newId(),
      position: Math.max(0, ...known.map(({ position }) => position)) + 1,
      pricedAt: 0,
      version: 1,
    });
    refuseMisfit(known, offer);
    storeOffer(tx, offer);
    audit(context, tx, user, offer, { added: offer.name });
    return toAnswer(offer);
  });
}

/**
 * Changes an offer; orders keep what they were placed with.
 * @throws {DomainError} `offer_not_found`; `offer_conflict` when it was changed since; as `createOffer`
 */
export function changeOffer(
  context: Context,
  user: SignedIn,
  id: string,
  { version, ...input }: OfferChange,
): Promise<OfferAnswer> {
  return changeOffers(context, (tx) => {
    const known = listOffers(tx);
    const before = known.find((offer) => offer.id === id);
    if (!before) throw new DomainError('offer_not_found', 'This offer no longer exists.');
    if (before.version !== version) {
      const told = 'This offer was changed in the meantime. What you typed isn’t saved yet.';
      throw new DomainError('offer_conflict', `${told} Compare it with the new version, then save again.`);
    }
    const style = readMoneyStyle(tx);
    const change = inMinorUnits({ ...presentOffer(before), ...input }, style);
    const offer = withIds(context, [...before.questions, ...before.addOns], {
      ...{ ...before, ...change, id, version: version + 1 },
    });
    if (!isDeepStrictEqual(pricesOf(offer), pricesOf(before))) offer.pricedAt = context.clock.now();
    refuseMisfit(known, offer);
    storeOffer(tx, offer);
    const { version: _, ...changes } = whatChanged(inWords(before), inWords(offer));
    audit(context, tx, user, offer, changes);
    return toAnswer(offer);
  });
}

/** Sets the shop's order. @throws {DomainError} `offer_conflict` unless `ids` are all offers */
export function reorderOffers(context: Context, user: SignedIn, ids: string[]): Promise<OfferAnswer[]> {
  return changeOffers(context, (tx) => {
    const known = listOffers(tx);
    const isComplete = ids.length === known.length && known.every(({ id }) => ids.includes(id));
    if (!isComplete) {
      throw new DomainError('offer_conflict', 'The list of offers has changed. Please reload the page.');
    }
    for (const [place, id] of ids.entries()) storePosition(tx).run({ id, position: place + 1 });
    const after = listOffers(tx);
    const details = { order: after.map(({ name }) => name).join(', ') };
    recordAudit(tx, {
      ...{ actor: user, at: context.clock.now(), action: 'settings_changed', details },
      subject: aboutSettings('offers', 'Offers'),
    });
    return after.map(toAnswer);
  });
}

/** Changes the price of the first offer: the shop's price, where it has only one. */
export async function changePrice(context: Context, user: SignedIn, newPrice: number): Promise<void> {
  const at = context.clock.now();
  await changeOffers(context, (tx) => {
    const before = findOfferOnSale(tx);
    const { currency, locale } = readMoneyStyle(tx);
    const priceMinor = requirePrice('price', newPrice, { currency, locale });
    const offer = { ...before, priceMinor, pricedAt: at, version: before.version + 1 };
    refuseMisfit([], offer);
    storeOffer(tx, offer);
    const shown = (minor: number) => formatMoney(minor, currency, locale);
    const price = `${shown(before.priceMinor)} → ${shown(priceMinor)}`;
    const subject = aboutSettings('price', 'Price');
    recordAudit(tx, { actor: user, at, action: 'price_changed', subject, details: { price } });
  });
  context.log.info({ userId: user.id, price: newPrice }, 'the price was changed');
}

/**
 * Changes in which currency new orders are charged, and how amounts are written. Prices keep their figure, at least the
 * smallest charge; orders keep their currency.
 */
export async function changeCurrency(
  context: Context,
  user: SignedIn,
  change: { currency: string; locale?: string | undefined },
): Promise<MoneyStyle> {
  const at = context.clock.now();
  const style = await changeOffers(context, (tx) => {
    const before = readMoneyStyle(tx);
    const after = { currency: change.currency, locale: change.locale ?? before.locale };
    writeMoneyStyle(tx, after, at);
    const details = whatChanged(before, after);
    const subject = aboutSettings('currency', 'Currency');
    recordAudit(tx, { actor: user, at, action: 'settings_changed', subject, details });
    if (after.currency === before.currency) return after;
    for (const { version, ...offer } of listOffers(tx)) {
      const inNew = (priceMinor: number) => nearestPrice(toMajor(priceMinor, offer.currency), after.currency);
      storeOffer(tx, {
        ...{ ...offer, priceMinor: inNew(offer.priceMinor), currency: after.currency },
        addOns: offer.addOns.map((addOn) => ({ ...addOn, priceMinor: inNew(addOn.priceMinor) })),
        ...{ pricedAt: at, version: version + 1 },
      });
    }
    return after;
  });
  context.log.info({ userId: user.id, ...style }, 'the currency was changed');
  return style;
}

async function changeOffers<T>(context: Context, change: (tx: Transaction) => T): Promise<T> {
  const changed = await writeTransaction(context.db, change);
  context.signals.invalidatePublicPages();
  return changed;
}

/** Gives ids to questions and add-ons that are not among the known ones. */
function withIds(
  { random }: Context,
  known: { id: string }[],
  { questions, addOns, ...offer }: WithoutIds,
): OfferRow {
  const identified = <T extends { id?: string | undefined }>(item: T) => ({
    ...item,
    id: known.find(({ id }) => id === item.id)?.id ?? random.newId(),
  });
  return { ...offer, questions: questions.map(identified), addOns: addOns.map(identified) };
}
type WithoutId<Item extends { id: string }> = Omit<Item, 'id'> & { id?: string | undefined };
type WithoutIds = Omit<OfferRow, 'questions' | 'addOns'> & {
  questions: WithoutId<OfferRow['questions'][number]>[];
  addOns: WithoutId<OfferRow['addOns'][number]>[];
};

function refuseMisfit(known: OfferRow[], offer: OfferRow): void {
  const others = known.filter(({ id }) => id !== offer.id);
  const isOnSale = ({ visibility }: OfferRow) => visibility !== 'archived';
  if (isOnSale(offer) && others.filter(isOnSale).length >= offerLimits.offers) {
    const limit = `You have ${offerLimits.offers} offers, which is the limit.`;
    throw new DomainError('offer_limit_conflict', `${limit} Please archive one first.`);
  }
  const slowRush = offer.addOns.findIndex(({ days = 0 }) => days >= offer.days);
  if (slowRush >= 0) {
    throw misfit(
      `addOns.${slowRush}.days`,
      `A rush has to be faster than the offer: below ${offer.days} days.`,
    );
  }
  if (offer.slug === '') throw misfit('slug', 'Please write an address for this offer.');
  if (others.some(({ slug }) => slug === offer.slug)) {
    throw misfit('slug', 'Another offer has this address. Please choose a different one.');
  }
  const ids = [...offer.questions, ...offer.addOns].map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw misfit('questions', 'Two questions or add-ons have the same id.');
  const sum = offer.addOns.reduce((minor, { priceMinor }) => minor + priceMinor, offer.priceMinor);
  if (sum > maximumChargeMinor) {
    const highest = formatMoney(maximumChargeMinor, offer.currency);
    throw misfit('price', `The price may be at most ${highest}, with all add-ons.`);
  }
  if (known.length > 0 && ![...others, offer].some(isPresented)) {
    throw misfit('visibility', 'At least one offer has to be shown to everybody.');
  }
}

/** Returns the error of one field. */
export function misfit(name: string, message: string): DomainError {
  return new DomainError('invalid_request', message, { fields: { [name]: message } });
}

function pricesOf({ priceMinor, addOns }: OfferRow): number[] {
  return [priceMinor, ...addOns.map((addOn) => addOn.priceMinor)];
}

function inWords({ priceMinor, pricedAt: _, position: __, ...offer }: OfferRow) {
  return { ...offer, price: formatMoney(priceMinor, offer.currency) };
}

/** Returns typed prices in minor units. @throws {DomainError} `invalid_request` with a sentence for each price */
function inMinorUnits<Input extends Pick<NewOffer, 'price' | 'addOns'>>(
  { price, addOns, ...input }: Input,
  style: MoneyStyle,
) {
  return {
    ...input,
    priceMinor: requirePrice('price', price, style),
    addOns: addOns.map(({ price: addOnPrice, ...addOn }, place) => ({
      ...addOn,
      priceMinor: requirePrice(`addOns.${place}.price`, addOnPrice, style),
    })),
  };
}

function requirePrice(field: string, price: number, style: MoneyStyle): number {
  const { amountMinor, problem } = toPrice(price, style);
  if (amountMinor === null) throw misfit(field, problem);
  return amountMinor;
}

function audit(context: Context, tx: Transaction, user: SignedIn, offer: OfferRow, details: AuditDetails) {
  const subject = aboutSettings(`offer ${offer.id}`, `Offer ${offer.name}`);
  recordAudit(tx, { actor: user, at: context.clock.now(), action: 'settings_changed', subject, details });
}

function toAnswer({ position: _, ...offer }: OfferRow): OfferAnswer {
  return presentOffer(offer);
}
