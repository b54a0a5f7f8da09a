import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatAmount, shopMoney } from '../../lib/format.ts';
import { currencies, nearestPrices } from '../../shared/currencies.ts';
import { type CsvStyle, formatMajor, type MoneyStyle, toMajor } from '../../shared/money.ts';
import { invalidPrice, priceProblem } from '../../shared/offers/price.ts';
import { amountText, readAmount } from '../../shared/typed-numbers.ts';
import { Button, SubmitButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { SelectField } from '../../ui/forms/choices.tsx';
import { MoneyField } from '../../ui/forms/NumberFields.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { useDeskBase, useDeskStore } from '../desk/desk-hooks.ts';
import { createSettingsDesk } from './settings-store.ts';

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
/** Used where browsers have no name, or an outdated or misspelled one. */
const ownNames: Record<string, string> = {
  gyd: 'Guyanese Dollar',
  sle: 'Sierra Leonean Leone',
  std: 'São Tomé & Príncipe Dobra',
  szl: 'Eswatini Lilangeni',
  xcg: 'Caribbean Guilder',
};
/** The ten most traded (https://www.bis.org/statistics/rpfx22.htm). */
const mostUsed = ['usd', 'eur', 'jpy', 'gbp', 'cny', 'aud', 'cad', 'chf', 'hkd', 'sgd'];

/** Returns the most traded currencies first, then all by name: `Swiss Franc (CHF)` */
function currencyChoices(): [currency: string, label: string][] {
  const choices = currencies.map((currency): [string, string] => {
    const code = currency.toUpperCase();
    return [currency, `${ownNames[currency] ?? currencyNames.of(code)} (${code})`];
  });
  const rank = (currency: string) =>
    mostUsed.includes(currency) ? mostUsed.indexOf(currency) : mostUsed.length;
  return choices.sort(([a, one], [b, other]) => rank(a) - rank(b) || one.localeCompare(other, 'en'));
}

/** Ways to write amounts, the shop’s language first; others can be set through the API. */
const locales = (
  'en-US en-GB en-CA en-AU en-NZ en-IE en-IN en-SG en-ZA en-AE en-KW fr-FR fr-CA fr-CH de-DE de-AT de-CH es-ES es-MX ' +
  'it-IT nl-NL pt-PT pt-BR da-DK nb-NO sv-SE fi-FI pl-PL cs-CZ hu-HU ro-RO tr-TR he-IL ja-JP ko-KR zh-TW th-TH'
).split(' ');
const csvChoices: readonly [CsvStyle, string][] = [
  ['locale', 'Same as the amounts above'],
  ['comma', 'Comma between fields, decimal point'],
  ['semicolon', 'Semicolon between fields, decimal comma'],
];
const languages = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** Renders the form for the currency of new orders and the format of amounts. */
export function CurrencyCard() {
  const { saveCurrency } = useDeskStore(createSettingsDesk);
  const known = shopMoney();
  const [asked, setAsked] = useState<MoneyStyle | null>(null);
  const { fields, choice, isBusy, onSubmit } = useForm<MoneyStyle & { csv: CsvStyle }>({
    stored: { csv: 'locale', ...known },
    async save(style) {
      if (style.currency === known.currency) return saveCurrency(style);
      setAsked(style);
      return false;
    },
  });
  const sample = (locale: string) => formatMajor(1_234.5, { currency: fields.currency, locale });
  const code = asked?.currency.toUpperCase();
  return (
    <form noValidate aria-label="Currency" className="grid min-w-0 gap-4" onSubmit={onSubmit}>
      <h4 className="font-display text-lg">Currency</h4>
      <SelectField {...choice('currency')} label="Charge new orders in" choices={currencyChoices()} />
      <SelectField
        {...choice('locale')}
        label="Write amounts as"
        hint="Type prices the same way."
        choices={[...new Set([...locales, known.locale])].map((locale) => [
          locale,
          `${sample(locale)} · ${languages.of(locale)}`,
        ])}
      />
      <SelectField {...choice('csv')} label="CSV files" choices={csvChoices} />
      <SubmitButton isBusy={isBusy}>Update Currency</SubmitButton>
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Charge new orders in ${code}?`}
        description="Check the new prices. They are not converted, and Stripe refuses payments of less than about 0.50 US dollars. Orders you already have keep their currency."
      >
        {asked && <NewPrices style={asked} onClose={() => setAsked(null)} />}
      </Dialog>
    </form>
  );
}

const fieldOf = (offerId: string, place: number) => `prices.${offerId}.${place}`;

/** Asks for all prices in the new currency, and proposes the nearest amounts that can be charged. */
function NewPrices({ style, onClose }: { style: MoneyStyle; onClose: () => void }) {
  const { saveCurrency } = useDeskStore(createSettingsDesk);
  const { data = [] } = useStore(useDeskBase().offers.$state);
  const { currency } = style;
  const offers = data
    .filter(({ visibility }) => visibility !== 'archived')
    .map(({ id, name, price, addOns }) => {
      const items = [
        { name, price },
        ...addOns.map((addOn) => ({ ...addOn, name: `${name}: ${addOn.name}` })),
      ];
      const proposed = nearestPrices(
        items.map((item) => item.price),
        currency,
      );
      return {
        id,
        prices: items.map((item, place) => ({
          ...item,
          field: fieldOf(id, place),
          proposed: amountText(toMajor(proposed[place] ?? 0, currency), style),
        })),
      };
    });
  const prices = offers.flatMap((offer) => offer.prices);
  const read = (text = '') => readAmount(text, style, invalidPrice);
  const { field, isBusy, onSubmit } = useForm<Record<string, string>>({
    stored: Object.fromEntries(prices.map((price) => [price.field, price.proposed])),
    check: (typed) =>
      Object.fromEntries(
        prices.map((price) => {
          const { amountMinor, problem } = read(typed[price.field]);
          return [price.field, problem ?? priceProblem(amountMinor, style)];
        }),
      ),
    async save(typed, refuse) {
      const amountOf = (price: { field: string }) =>
        toMajor(read(typed[price.field]).amountMinor ?? Number.NaN, currency);
      const sent = Object.fromEntries(offers.map((offer) => [offer.id, offer.prices.map(amountOf)]));
      const isSaved = await saveCurrency({ ...style, prices: sent }, refuse);
      if (isSaved) onClose();
      return isSaved;
    },
  });
  return (
    <form noValidate aria-label="New prices" className="grid gap-4" onSubmit={onSubmit}>
      {prices.map((price) => (
        <MoneyField
          key={price.field}
          {...field(price.field)}
          label={price.name}
          currency={currency}
          hint={`Now ${formatAmount(price.price, shopMoney().currency)}`}
        />
      ))}
      <div className="flex flex-wrap justify-end gap-2">
        <Button className="btn" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" className="btn btn-primary" isBusy={isBusy}>
          Charge in {currency.toUpperCase()}
        </Button>
      </div>
    </form>
  );
}
