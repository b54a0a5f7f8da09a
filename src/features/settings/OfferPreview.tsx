import { atom } from 'nanostores';
import { useDeferredValue, useState } from 'react';
import { formatAmount, shopMoney } from '../../lib/format.ts';
import type { OrderedOffer } from '../../shared/checkout/offer.ts';
import { toMinor } from '../../shared/money.ts';
import { lengthText } from '../../shared/offers/offer-types.ts';
import { turnaroundText } from '../../shared/offers/quote.ts';
import { readWholeNumber } from '../../shared/typed-numbers.ts';
import { TypedText } from '../../ui/pieces.tsx';
import { Details } from '../checkout/Details.tsx';
import { emptyFields, type FieldName } from '../checkout/form-fields.ts';
import { SamplePreview, TextPreview } from './BusinessPreview.tsx';
import { type OfferFields, readPriceField, toQuestion } from './offer-form.ts';

/** Shows an offer's order form as customers will see it; its fields can be tried. */
export function OfferPreview({ fields: typed }: { fields: OfferFields }) {
  const fields = useDeferredValue(typed);
  const [form] = useState(createTrial);
  return (
    <section
      aria-label="Preview"
      className="panel grid min-w-0 gap-4 p-4 sm:p-6 lg:sticky lg:top-4 lg:max-h-[calc(100vh-2rem)] lg:overflow-y-auto"
    >
      <p className="text-sm text-quiet">Preview</p>
      <div>
        <h4 className="font-display text-2xl wrap-anywhere">{fields.name.trim() || 'Your offer'}</h4>
        <p className="text-quiet">{termsOf(fields).join(' · ')}</p>
      </div>
      {fields.summary.trim() && <p className="wrap-anywhere">{fields.summary}</p>}
      {fields.text.trim() && <TypedText className="wrap-anywhere" text={fields.text.trim()} />}
      {fields.sample.trim() && <SamplePreview text={fields.sample} summary="Sample reading" />}
      {fields.faq.trim() && <TextPreview text={fields.faq} summary="Questions and answers" />}
      <div className="space-y-8">
        <Details form={form} offer={offeredBy(fields)} />
      </div>
    </section>
  );
}

/** Creates a form that is only filled in: the checkout's own would load its rules. */
function createTrial() {
  const $fields = atom(emptyFields);
  const change = (name: FieldName, value: string) => $fields.set({ ...$fields.get(), [name]: value });
  return { $fields, $errors: atom({}), change };
}

/** Returns the typed fields as an offer for the order form; an unreadable price counts as free. */
function offeredBy({ name, price, days, standardQuestions, questions, addOns }: OfferFields): OrderedOffer {
  const style = shopMoney();
  const priceMinor = (text: string) => toMinor(readPriceField(text), style.currency) ?? 0;
  return {
    ...style,
    ...{ slug: null, name, standardQuestions, isFull: false },
    priceMinor: priceMinor(price),
    days: readWholeNumber(days) ?? 1,
    questions: questions.map((row) => {
      const question = toQuestion(row);
      return { ...question, label: question.label.trim() || 'Your question' };
    }),
    addOns: addOns.map((row) => ({
      id: row.id,
      name: row.name.trim() || 'Your add-on',
      priceMinor: priceMinor(row.price),
      days: readWholeNumber(row.days) ?? undefined,
      asks: row.asks || undefined,
    })),
  };
}

/** Returns the terms as `$60.00`, `1-3 business days`, `500-1000 words`; skips text that isn't a number yet. */
function termsOf({ price, days, words }: OfferFields): string[] {
  const amount = readPriceField(price);
  const count = readWholeNumber(days);
  const lowest = readWholeNumber(words);
  return [
    ...(Number.isNaN(amount) ? [] : [formatAmount(amount, shopMoney().currency)]),
    ...(count ? [turnaroundText(count)] : []),
    ...(lowest ? [lengthText(lowest)] : []),
  ];
}
