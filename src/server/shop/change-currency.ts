import type { CurrencyChange } from '../../shared/checkout/public-settings.ts';
import { nearestPrices } from '../../shared/currencies.ts';
import { type MoneyStyle, toMajor } from '../../shared/money.ts';
import type { Offer } from '../../shared/offers/offer-types.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { recordSettings, whatChanged } from '../base/record-audit.ts';
import { changeShop, pricesOf, refuseHighSum, requirePrice } from './manage-offers.ts';
import { listOffers, storeOffer } from './offer-repository.ts';
import { moneyFormatter, readMoneyStyle, writeMoneyStyle } from './settings-repository.ts';

/**
 * Changes the currency of new orders, and how amounts are written. Prices without a new one keep their figure, if it
 * can be charged; orders keep their currency.
 * @throws {DomainError} `invalid_request` for a price's field; `offer_conflict` if an offer has other add-ons now
 */
export async function changeCurrency(
  context: Context,
  user: SignedIn,
  { prices = {}, ...change }: CurrencyChange,
): Promise<MoneyStyle> {
  const at = context.clock.now();
  const style = await changeShop(context, (tx) => {
    const before: MoneyStyle = { csv: 'locale', ...readMoneyStyle(tx) };
    const after = { ...before, ...change, locale: change.locale ?? before.locale };
    writeMoneyStyle(tx, after, at);
    const settings = { id: 'currency', label: 'Currency' };
    const isOther = after.currency !== before.currency;
    const priced = isOther ? listOffers(tx).map((known) => inCurrency(known, prices[known.id], after)) : [];
    for (const { version, ...offer } of priced) {
      refuseHighSum(tx, `prices.${offer.id}.0`, offer);
      storeOffer(tx, { ...offer, pricedAt: at, version: version + 1 });
    }
    const shown = moneyFormatter(tx, after.currency);
    const said = priced.map((offer) => `${offer.name} ${pricesOf(offer).map(shown).join(' + ')}`).join('; ');
    recordSettings(context, tx, user, settings, {
      ...whatChanged(before, after),
      ...(isOther && { prices: said }),
    });
    return after;
  });
  context.log.info({ userId: user.id, ...style }, 'the currency was changed');
  return style;
}

/** Returns the offer in the currency. @param typed the prices the admin typed, in the order of `pricesOf` */
function inCurrency(offer: Offer, typed: number[] | undefined, style: MoneyStyle): Offer {
  const known = pricesOf(offer);
  if (typed && typed.length !== known.length) {
    throw new DomainError('offer_conflict', 'The offers have changed. Please check the new prices again.');
  }
  const amounts = known.map((priceMinor) => toMajor(priceMinor, offer.currency));
  const [priceMinor = 0, ...others] = typed
    ? typed.map((price, place) => requirePrice(`prices.${offer.id}.${place}`, price, style))
    : nearestPrices(amounts, style.currency);
  const addOns = offer.addOns.map((addOn, place) => ({ ...addOn, priceMinor: others[place] ?? 0 }));
  return { ...offer, priceMinor, addOns, currency: style.currency };
}
