import { nearestPrices } from '../../shared/currencies.ts';
import { type MoneyStyle, toMajor } from '../../shared/money.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { recordSettings, whatChanged } from '../base/record-audit.ts';
import { changeShop, pricesOf } from './manage-offers.ts';
import { listOffers, storeOffer } from './offer-repository.ts';
import { readMoneyStyle, writeMoneyStyle } from './settings-repository.ts';

/**
 * Changes in which currency new orders are charged, and how amounts are written. Prices keep their figure as far as it
 * can be charged; orders keep their currency.
 */
export async function changeCurrency(
  context: Context,
  user: SignedIn,
  change: Partial<MoneyStyle> & Pick<MoneyStyle, 'currency'>,
): Promise<MoneyStyle> {
  const at = context.clock.now();
  const style = await changeShop(context, (tx) => {
    const before: MoneyStyle = { csv: 'locale', ...readMoneyStyle(tx) };
    const after = { ...before, ...change, locale: change.locale ?? before.locale };
    writeMoneyStyle(tx, after, at);
    const settings = { id: 'currency', label: 'Currency' };
    recordSettings(context, tx, user, settings, whatChanged(before, after));
    if (after.currency === before.currency) return after;
    for (const { version, ...offer } of listOffers(tx)) {
      const amounts = pricesOf(offer).map((priceMinor) => toMajor(priceMinor, offer.currency));
      const [priceMinor = 0, ...others] = nearestPrices(amounts, after.currency);
      storeOffer(tx, {
        ...{ ...offer, priceMinor, currency: after.currency },
        addOns: offer.addOns.map((addOn, place) => ({ ...addOn, priceMinor: others[place] ?? 0 })),
        ...{ pricedAt: at, version: version + 1 },
      });
    }
    return after;
  });
  context.log.info({ userId: user.id, ...style }, 'the currency was changed');
  return style;
}
