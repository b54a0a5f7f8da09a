import { isDeepStrictEqual } from 'node:util';
import { type Queryable, type Work, writeTransaction } from '../../../db/client.ts';
import type { OfferOnSale } from '../../shared/checkout/offer.ts';
import type { PublicSettings } from '../../shared/checkout/public-settings.ts';
import { type MoneyStyle, maximumChargeMinor, toMajor } from '../../shared/money.ts';
import type { NewOffer, OfferChange } from '../../shared/offers/offer-schema.ts';
import {
  isPresented,
  type Offer,
  type OfferAnswer,
  offerAt,
  offerLimits,
  presentOffer,
  presentPublicOffer,
} from '../../shared/offers/offer-types.ts';
import { toPrice } from '../../shared/offers/price.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { aboutSettings, recordAudit, recordSettings, whatChanged } from '../base/record-audit.ts';
import { listOffers, moveOffer, storeOffer } from './offer-repository.ts';
import { findAvailability, readShop } from './read-availability.ts';
import { moneyFormatter, readMoneyStyle } from './settings-repository.ts';

/** Returns all offers in the shop's order, archived ones too. */
export function readOffers({ db }: Pick<Context, 'db'>): OfferAnswer[] {
  return listOffers(db).map(presentOffer);
}

/** Returns the offers on sale, in the shop's order: all but archived ones, also hidden ones. */
export function listOffersOnSale(db: Queryable): Offer[] {
  return listOffers(db).filter(({ visibility }) => visibility !== 'archived');
}

/** Returns the shown offers that only a customer with a delivered reading can order, in the shop's order. */
export function listFollowUps(db: Queryable): Pick<Offer, 'name' | 'slug'>[] {
  return listOffersOnSale(db)
    .filter(({ returningOnly, visibility }) => returningOnly && visibility === 'shown')
    .map(({ name, slug }) => ({ name, slug }));
}

/** Returns the public settings (`GET /api/settings`), with `offers` only if several are presented. */
export function presentSettings(
  { config }: Pick<Context, 'config'>,
  onSale: readonly OfferOnSale[],
  publishableKey: string,
): PublicSettings {
  const presented = onSale.filter(isPresented);
  const { priceMinor, currency, promisedDay, closed } = firstOf(onSale);
  return {
    price: toMajor(priceMinor, currency),
    publishableKey,
    sandbox: config.stripe.mode === 'sandbox',
    currency,
    promisedDay,
    closed,
    ...(presented.length > 1 && { offers: presented.map(presentPublicOffer) }),
  };
}

/** Returns the first offer that is presented to every visitor. */
export function firstOf(onSale: readonly OfferOnSale[]): OfferOnSale {
  const first = onSale.find(isPresented);
  if (!first) throw new Error('The shop presents no offer.');
  return first;
}

/** Returns the offers on sale with their availability, in the shop's order. */
export function readOffersOnSale(context: Pick<Context, 'clock' | 'config' | 'db'>): OfferOnSale[] {
  const shop = readShop(context.db);
  return listOffersOnSale(context.db).map((offer) => ({
    ...offer,
    locale: shop.locale,
    csv: shop.csv,
    ...findAvailability(context, shop, offer.days),
  }));
}

/** Returns the offer on sale at a slug, even an old one; by default the first presented. @throws `invalid_request` */
export function findOfferOnSale(db: Queryable, slug?: string): Offer {
  const onSale = listOffersOnSale(db);
  const found = slug === undefined ? onSale.find(isPresented) : offerAt(onSale, slug);
  if (found) return found;
  throw invalidField('offer', 'This reading isn’t offered anymore. Please choose another one.');
}

/** Adds an offer at the end of the list. @throws {DomainError} `invalid_request`; `offer_limit_conflict`: too many */
export function createOffer(context: Context, user: SignedIn, input: NewOffer): Promise<OfferAnswer> {
  return changeShop(context, (tx) => {
    const style = readMoneyStyle(tx);
    const { currency } = style;
    const id = context.random.newId();
    const typed = readTyped(context, input, style, null);
    const offer = { ...typed, picture: null, oldSlugs: [], currency, id, pricedAt: 0, version: 1 };
    refuseInvalidOffer(tx, listOffers(tx), offer);
    storeOffer(tx, offer);
    recordSettings(context, tx, user, aboutOffer(offer), { added: offer.name });
    return presentOffer(offer);
  });
}

/** Changes an offer, not earlier orders. @throws `offer_not_found`; `offer_conflict` if changed; as `createOffer` */
export function changeOffer(
  context: Context,
  user: SignedIn,
  id: string,
  { version, ...input }: OfferChange,
): Promise<OfferAnswer> {
  return changeShop(context, (tx) => {
    const known = listOffers(tx);
    const before = requireVersion(known, id, version);
    const typed = { ...presentOffer(before), ...input };
    const change = readTyped(context, typed, readMoneyStyle(tx), before);
    const offer = {
      ...before,
      ...change,
      picture: input.picture === null ? null : before.picture,
      oldSlugs: oldSlugsOf(before, change.slug),
      id,
      version: version + 1,
    };
    if (!isDeepStrictEqual(pricesOf(offer), pricesOf(before))) offer.pricedAt = context.clock.now();
    refuseInvalidOffer(tx, known, offer);
    storeOffer(tx, offer);
    const { version: _, ...changes } = whatChanged(inWords(tx, before), inWords(tx, offer));
    recordSettings(context, tx, user, aboutOffer(offer), changes);
    return presentOffer(offer);
  });
}

/** Returns an offer. @throws {DomainError} `offer_not_found`; `offer_conflict` if it was changed since `version` */
export function requireVersion(known: readonly Offer[], id: string, version: number): Offer {
  const offer = known.find((other) => other.id === id);
  if (!offer) throw new DomainError('offer_not_found', 'This offer no longer exists.');
  if (offer.version === version) return offer;
  const told = 'This offer was changed in the meantime. What you typed isn’t saved yet.';
  throw new DomainError('offer_conflict', `${told} Compare it with the new version, then save again.`);
}

function oldSlugsOf({ slug, oldSlugs }: Offer, newSlug: string): string[] {
  return [...new Set([...oldSlugs, slug])].filter((old) => old !== newSlug);
}

/** Sets the order of the offers. @throws {DomainError} `offer_conflict` unless `ids` are all offers */
export function reorderOffers(context: Context, user: SignedIn, ids: string[]): Promise<OfferAnswer[]> {
  return changeShop(context, (tx) => {
    const known = listOffers(tx);
    const isComplete = ids.length === known.length && known.every(({ id }) => ids.includes(id));
    if (!isComplete) {
      throw new DomainError('offer_conflict', 'The list of offers has changed. Please reload the page.');
    }
    for (const [place, id] of ids.entries()) moveOffer(tx, id, place + 1);
    const after = listOffers(tx);
    const details = { order: after.map(({ name }) => name).join(', ') };
    recordSettings(context, tx, user, { id: 'offers', label: 'Offers' }, details);
    return after.map(presentOffer);
  });
}

/** Changes the price of the first offer shown, in major units (49.5). @throws {DomainError} `invalid_request` */
export async function changePrice(context: Context, user: SignedIn, newPrice: number): Promise<void> {
  const at = context.clock.now();
  await changeShop(context, (tx) => {
    const before = findOfferOnSale(tx);
    const style = readMoneyStyle(tx);
    const priceMinor = requirePrice('price', newPrice, style);
    const offer = { ...before, priceMinor, pricedAt: at, version: before.version + 1 };
    refuseInvalidOffer(tx, [], offer);
    storeOffer(tx, offer);
    const shown = moneyFormatter(tx, style.currency);
    const price = `${shown(before.priceMinor)} → ${shown(priceMinor)}`;
    const subject = aboutSettings('price', 'Price');
    recordAudit(tx, { actor: user, at, action: 'price_changed', subject, details: { price } });
  });
  context.log.info({ userId: user.id, price: newPrice }, 'the price was changed');
}

/** Runs a write transaction, then drops the cached public pages. */
export async function changeShop<T>(context: Context, change: Work<T>): Promise<T> {
  const changed = await writeTransaction(context.db, change);
  context.signals.invalidatePublicPages();
  return changed;
}

function refuseInvalidOffer(db: Queryable, known: Offer[], offer: Offer): void {
  const others = known.filter(({ id }) => id !== offer.id);
  const isOnSale = ({ visibility }: Offer) => visibility !== 'archived';
  if (isOnSale(offer) && others.filter(isOnSale).length >= offerLimits.offers) {
    const limit = `You have ${offerLimits.offers} offers, which is the limit.`;
    throw new DomainError('offer_limit_conflict', `${limit} Please archive one first.`);
  }
  const slowRush = offer.addOns.findIndex(({ days = 0 }) => days >= offer.days);
  if (slowRush >= 0) {
    throw invalidField(
      `addOns.${slowRush}.days`,
      `Rush delivery must be faster than the offer: fewer than ${offer.days} days.`,
    );
  }
  if (offer.slug === '') throw invalidField('slug', 'Please enter a web address for this offer.');
  if (others.some(({ slug }) => slug === offer.slug)) {
    throw invalidField('slug', 'Another offer has this web address. Please choose a different one.');
  }
  const ids = [...offer.questions, ...offer.addOns].map(({ id }) => id);
  if (new Set(ids).size < ids.length)
    throw invalidField('questions', 'Two questions or add-ons have the same id.');
  const before = known.find(({ id }) => id === offer.id);
  if (!before || !isDeepStrictEqual(pricesOf(offer), pricesOf(before))) refuseHighSum(db, 'price', offer);
  if (known.length > 0 && ![...others, offer].some(isPresented)) {
    throw invalidField('visibility', 'Show at least one offer to everyone.');
  }
}

type Priced = Pick<Offer, 'priceMinor' | 'addOns'>;

/** Refuses an offer whose prices, with all add-ons, exceed the largest charge. @throws `invalid_request` */
export function refuseHighSum(db: Queryable, field: string, offer: Priced & Pick<Offer, 'currency'>): void {
  const maximum = maximumChargeMinor(offer.currency);
  if (pricesOf(offer).reduce((sum, priceMinor) => sum + priceMinor, 0) <= maximum) return;
  const highest = moneyFormatter(db, offer.currency)(maximum);
  throw invalidField(field, `The price may be at most ${highest}, with all add-ons.`);
}

export function invalidField(name: string, message: string): DomainError {
  return new DomainError('invalid_request', message, { fields: { [name]: message } });
}

/** Returns the prices of an offer and of its add-ons, in minor units. */
export function pricesOf({ priceMinor, addOns }: Priced): number[] {
  return [priceMinor, ...addOns.map((addOn) => addOn.priceMinor)];
}

function inWords(db: Queryable, { priceMinor, pricedAt: _, oldSlugs: _old, ...offer }: Offer) {
  return { ...offer, price: moneyFormatter(db, offer.currency)(priceMinor) };
}

/** Converts typed input: prices in minor units, new ids for unknown questions and add-ons. @throws `invalid_request` */
function readTyped<Input extends Pick<NewOffer, 'price' | 'questions' | 'addOns'>>(
  { random }: Context,
  { price, questions, addOns, ...input }: Input,
  style: MoneyStyle,
  before: Offer | null,
) {
  const { questions: knownQuestions = [], addOns: knownAddOns = [] } = before ?? {};
  const known = [...knownQuestions, ...knownAddOns];
  const idOf = (item: { id?: string | undefined }) =>
    known.find(({ id }) => id === item.id)?.id ?? random.newId();
  /** A price sent back unchanged is not checked, so that the rest of the offer can be changed. */
  const priceOf = (field: string, typed: number, stored: { priceMinor: number } | null | undefined) =>
    stored && toMajor(stored.priceMinor, style.currency) === typed
      ? stored.priceMinor
      : requirePrice(field, typed, style);
  return {
    ...input,
    priceMinor: priceOf('price', price, before),
    questions: questions.map((question) => ({ ...question, id: idOf(question) })),
    addOns: addOns.map(({ price: addOnPrice, ...addOn }, place) => ({
      ...addOn,
      id: idOf(addOn),
      priceMinor: priceOf(
        `addOns.${place}.price`,
        addOnPrice,
        knownAddOns.find(({ id }) => id === addOn.id),
      ),
    })),
  };
}

/** Converts a price from the main unit to minor units. @throws {DomainError} `invalid_request` with `field` */
export function requirePrice(field: string, price: number, style: MoneyStyle): number {
  const { amountMinor, problem } = toPrice(price, style);
  if (amountMinor === null) throw invalidField(field, problem);
  return amountMinor;
}

/** Returns the subject of an entry about an offer in the history of settings. */
export function aboutOffer({ id, name }: Offer) {
  return { id: `offer ${id}`, label: `Offer ${name}` };
}
