import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatAmount, formatMinor, shopMoney } from '../../lib/format.ts';
import { currencies, nearestPrice } from '../../shared/currencies.ts';
import {
  type CsvStyle,
  endSentence,
  formatMajor,
  type MoneyStyle,
  toMajor,
  toMinor,
} from '../../shared/money.ts';
import type { OfferAnswer } from '../../shared/offers/offer-types.ts';
import { leastPrice, readPrice } from '../../shared/offers/price.ts';
import { type BusinessState, businessParts, partNames } from '../../shared/shop/business-schema.ts';
import { Button, SubmitButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { lazyDialog } from '../../ui/errors/lazy-part.tsx';
import { FetchedPanel, FetchProblem } from '../../ui/errors/WhenFetched.tsx';
import { SelectField } from '../../ui/forms/choices.tsx';
import { PriceField } from '../../ui/forms/NumberFields.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { Fact } from '../../ui/pieces.tsx';
import { PasswordForm } from '../account/PasswordForm.tsx';
import { useDeskBase, useDeskStore, useDraft, useRunning } from '../desk/desk-hooks.ts';
import { createBusinessDesk } from './business-store.ts';
import { PublicationNote, SampleNote } from './PublicationNote.tsx';
import { createSettingsDesk, type PriceQuestion, priceQuestion } from './settings-store.ts';

export function ShopSection() {
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <PriceCard />
      <PasswordForm
        title="Change Admin Password"
        submitLabel="Update Password"
        className="panel grid gap-4 p-4 sm:p-6"
        buttonClass="btn btn-primary"
        username={useDeskBase().username}
        save={useDeskStore(createSettingsDesk).savePassword}
      />
      <BusinessCard />
    </div>
  );
}

function PriceCard() {
  const { savePrice, offer } = useDeskStore(createSettingsDesk);
  const { drafts, toast } = useDeskBase();
  const { data } = useStore(offer.$state);
  const isBusy = useRunning('price') !== undefined;
  // $49.00 until the offer has loaded (docs/product.md §4).
  const style = shopMoney();
  const currentMinor = toMinor(data?.price ?? 49, style.currency) ?? 0;
  const [first, ...others] = data?.offers ?? [];
  const [question, setQuestion] = useState<PriceQuestion | null>(null);
  const { field, write, onSubmit } = useForm({
    stored: { price: '' },
    toSent: ({ price }) => readPrice(price, style),
    typed: useDraft(drafts.of<{ price: string }>('price')),
    check: ({ problem }) => ({ price: problem }),
    onInvalid: ({ price }) => toast({ title: 'Invalid Price', description: price, variant: 'destructive' }),
    async save({ amountMinor }) {
      if (amountMinor === null) return false;
      const asked = priceQuestion(amountMinor, currentMinor);
      setQuestion(asked);
      return asked === null && savePrice(amountMinor);
    },
  });

  async function confirm() {
    if (question && (await savePrice(question.amountMinor))) write({ price: '' });
  }

  return (
    <form noValidate aria-label="Reading Price" className="panel grid gap-4 p-4 sm:p-6" onSubmit={onSubmit}>
      <h3 className="text-lg">Reading Price</h3>
      <FetchProblem fetched={offer} what="price" />
      <p>
        <span className="text-quiet">Current price:</span>{' '}
        <span className="font-display text-xl tabular-nums">{formatMinor(currentMinor, style.currency)}</span>
      </p>
      <PriceField
        {...field('price')}
        label="New price"
        hint={`0 makes readings free; otherwise at least ${leastPrice(style)}.`}
      />
      <SubmitButton isBusy={isBusy} busyLabel="Updating…">
        Update Price
      </SubmitButton>
      {first && others.length > 0 && (
        <p className="field-hint">
          {`This is the price of your first offer, ${first.name}. The others have theirs under Offers.`}
        </p>
      )}
      <ConfirmDialog
        open={question !== null}
        onClose={() => setQuestion(null)}
        title={question?.title ?? ''}
        description={endSentence(`The current price is ${formatMinor(currentMinor, style.currency)}`)}
        confirmLabel={question?.confirmLabel ?? ''}
        onConfirm={() => void confirm()}
      />
    </form>
  );
}

/** How amounts can be written; another one can be set through the API. */
const locales = (
  'en-US en-GB en-CA en-AU en-NZ en-IE en-IN en-SG en-ZA en-AE en-KW fr-FR fr-CA fr-CH de-DE de-AT de-CH es-ES es-MX ' +
  'it-IT nl-NL pt-PT pt-BR da-DK nb-NO sv-SE fi-FI pl-PL cs-CZ hu-HU ro-RO tr-TR he-IL ja-JP ko-KR zh-TW th-TH'
).split(' ');
const csvChoices: readonly [CsvStyle, string][] = [
  ['locale', 'As amounts are written'],
  ['comma', 'Comma between fields, decimal point'],
  ['semicolon', 'Semicolon between fields, decimal comma'],
];
const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });

/** The currency of new orders, and how amounts are written. */
export function CurrencyCard() {
  const { saveCurrency } = useDeskStore(createSettingsDesk);
  const known = shopMoney();
  const [question, setQuestion] = useState<MoneyStyle | null>(null);
  const { fields, choice, isBusy, onSubmit } = useForm<MoneyStyle & { csv: CsvStyle }>({
    stored: { csv: 'locale', ...known },
    async save(style) {
      if (style.currency === known.currency) return saveCurrency(style);
      setQuestion(style);
      return false;
    },
  });
  const { data: offers = [] } = useStore(useDeskBase().offers.$state);
  const priceIn = (currency: string, { price }: OfferAnswer) =>
    formatAmount(toMajor(nearestPrice(price, currency), currency), currency);
  const sample = (locale: string) => formatMajor(1_234.5, { currency: fields.currency, locale });
  const code = question?.currency.toUpperCase();
  const prices = offers
    .filter(({ visibility }) => visibility !== 'archived')
    .map(
      (offer) =>
        `${offer.name}: ${priceIn(known.currency, offer)} becomes ${priceIn(fields.currency, offer)}`,
    );
  return (
    <form noValidate aria-label="Currency" className="panel grid gap-4 p-4 sm:p-6" onSubmit={onSubmit}>
      <h3 className="text-lg">Currency</h3>
      <SelectField
        {...choice('currency')}
        label="Charge new orders in"
        choices={currencies
          .map(
            (currency) =>
              [currency, `${currencyNames.of(currency.toUpperCase())} (${currency.toUpperCase()})`] as const,
          )
          .sort(([, a], [, b]) => a.localeCompare(b))}
      />
      <SelectField
        {...choice('locale')}
        label="Write amounts as"
        hint="Type prices the same way."
        choices={[...new Set([known.locale, ...locales])].map((locale) => [
          locale,
          `${sample(locale)} (${locale})`,
        ])}
      />
      <SelectField {...choice('csv')} label="CSV files" choices={csvChoices} />
      <SubmitButton isBusy={isBusy}>Update Currency</SubmitButton>
      <ConfirmDialog
        open={question !== null}
        onClose={() => setQuestion(null)}
        title={`Charge new orders in ${code}?`}
        description={`Prices are not converted. ${endSentence(prices.join('; '))} Add-ons change the same way. Correct them right after: changing back does not bring the old prices back. Orders you already have keep their currency.`}
        confirmLabel={`Charge in ${code}`}
        onConfirm={() => question && void saveCurrency(question)}
      />
    </form>
  );
}

const BusinessDialog = lazyDialog(
  () => import('./BusinessDialog.tsx'),
  'BusinessDialog',
  'What the pages say',
);

function BusinessCard() {
  const business = useDeskStore(createBusinessDesk);
  const part = useStore(business.$part);
  return (
    <FetchedPanel
      title="Your business"
      fetched={business.state}
      what="texts of the site"
      className="gap-4 md:col-span-2"
      foot={
        <>
          <PublicationNote />
          <p className="field-hint">
            Emails change right away, the pages within a moment. The site’s address and time zone are set on
            the server: <code>PUBLIC_URL</code>, <code className="wrap-anywhere">BUSINESS_TIMEZONE</code>.
          </p>
          <BusinessDialog open={part !== null} onClose={() => business.$part.set(null)} />
        </>
      }
    >
      {(state) => (
        <>
          <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
            {factsOf(state).map(([what, value]) => (
              <Fact key={what} label={what}>
                <span className="whitespace-pre-line">{value}</span>
              </Fact>
            ))}
          </dl>
          <ul aria-label="What the pages say" className="flex flex-wrap gap-2">
            {businessParts.map((name) => (
              <li key={name}>
                <Button onClick={() => business.$part.set(name)}>{partNames[name]}</Button>
              </li>
            ))}
          </ul>
          {state.isBioSample && <SampleNote of={partNames.bio} />}
        </>
      )}
    </FetchedPanel>
  );
}

function factsOf({ business }: BusinessState): [what: string, value: string][] {
  return [
    ['Name', business.siteName],
    ['Contact', business.contactEmail],
    ['Legal name', business.legalName || 'Not set'],
    ['Postal address', business.postalAddress || 'Not set'],
    ['On card statements', business.billingDescriptor],
    ['Color', business.accentHue === null ? 'Plum' : `Hue ${business.accentHue}`],
    ['Address of the site', business.publicUrl],
  ];
}
