import { chargeStep, decimalsOf, maximumChargeMinor, parseAmount } from './money.ts';

/** The currencies that Stripe charges (https://docs.stripe.com/currencies#presentment-currencies). */
export const currencies: readonly string[] = (
  'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp ' +
  'cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk ' +
  'jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn ' +
  'nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std ' +
  'szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw'
).split(' ');

/** In main units; for other currencies Stripe converts the account's own minimum. Source as for `maximumChargeMinor`. */
const minimumCharges: Record<string, string> = {
  ...{ aed: '2', aud: '0.5', brl: '0.5', cad: '0.5', chf: '0.5', czk: '15', dkk: '2.5', eur: '0.5' },
  ...{ gbp: '0.3', hkd: '4', huf: '175', inr: '0.5', jpy: '50', mxn: '10', myr: '2', nok: '3' },
  ...{ nzd: '0.5', pln: '2', ron: '2', sek: '3', sgd: '0.5', thb: '10', usd: '0.5' },
};

/** Returns Stripe's smallest charge in a currency; where Stripe lists none, half a main unit (50 without decimals). */
export function minimumChargeMinor(currency: string): number {
  const minimum = parseAmount(minimumCharges[currency] ?? '', currency);
  const step = chargeStep(currency);
  // Never below one step.
  return minimum ?? (decimalsOf(currency) === 0 ? 50 : Math.max(step, (5 * 10 ** decimalsOf(currency)) / 10));
}

/** Rounds main units to chargeable prices in minor units; 0 stays 0. Lowers all if their sum is too high. */
export function nearestPrices(amounts: readonly number[], currency: string): number[] {
  const step = chargeStep(currency);
  const least = minimumChargeMinor(currency);
  const most = Math.floor(maximumChargeMinor(currency) / step) * step;
  const prices = amounts.map((amount) => {
    const rounded = Math.round((amount * 10 ** decimalsOf(currency)) / step) * step;
    return amount === 0 ? 0 : Math.max(rounded, least);
  });
  const sum = prices.reduce((all, price) => all + price, 0);
  if (sum <= most) return prices;
  const share = (most - prices.length * least) / sum;
  return prices.map((price) => (price === 0 ? 0 : least + Math.floor((price * share) / step) * step));
}

/** Returns in words how many decimals a charge may have: `at most two decimals` */
export function decimalsText(currency: string): string {
  const decimals = decimalsOf(currency) - Math.log10(chargeStep(currency));
  return `${['no', 'at most one', 'at most two'][decimals]} decimals`;
}
