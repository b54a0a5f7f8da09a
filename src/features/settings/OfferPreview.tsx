import { useDeferredValue, useState } from 'react';
import { formatAmount, shopMoney } from '../../lib/format.ts';
import { askedQuestions } from '../../shared/checkout/checkout.ts';
import type { IntakeQuestion } from '../../shared/offers/offers.ts';
import { turnaroundText } from '../../shared/offers/quote.ts';
import { readingTypeLabels, readingTypes } from '../../shared/orders/reading-types.ts';
import { readWholeNumber } from '../../shared/whole-number.ts';
import { IntakeFields } from '../../ui/forms/IntakeFields.tsx';
import { TypedText } from '../../ui/pieces.tsx';
import { type OfferFields, readPriceField, toQuestion } from './offer-form.ts';

/** The order form as customers meet it, from what is typed; its fields can be tried. */
export function OfferPreview({ fields: typed }: { fields: OfferFields }) {
  const fields = useDeferredValue(typed);
  const [values, setValues] = useState<Record<string, string>>({});
  const [chosen, setChosen] = useState<string[]>([]);
  const questions = fields.questions.map((row) => {
    const question = toQuestion(row);
    return { ...question, label: question.label.trim() || 'Your question' };
  });
  const addOns = fields.addOns.map(({ id, name, asks }) => ({
    id,
    name,
    priceMinor: 0,
    currency: shopMoney().currency,
    asks: asks || undefined,
  }));
  const asked = askedQuestions({ questions, addOns }, chosen);
  return (
    <section
      aria-label="Preview"
      className="panel grid min-w-0 gap-4 p-4 sm:p-6 lg:sticky lg:top-4 lg:max-h-[calc(100vh-2rem)] lg:overflow-y-auto"
    >
      <p className="text-sm text-quiet">As customers meet it</p>
      <div>
        <h3 className="font-display text-2xl wrap-anywhere">{fields.name.trim() || 'Your offer'}</h3>
        <p className="text-quiet">{termsOf(fields.price, fields.days, fields.words).join(' · ')}</p>
      </div>
      {fields.summary.trim() && <p className="wrap-anywhere">{fields.summary}</p>}
      {fields.text.trim() && <TypedText className="wrap-anywhere" text={fields.text.trim()} />}
      <IntakeFields
        questions={[...(fields.standardQuestions ? [standardQuestion] : []), ...asked]}
        values={values}
        errors={{}}
        onChange={(id, value) => setValues({ ...values, [id]: value })}
        idPrefix="preview-"
      />
      {fields.addOns.map((addOn) => (
        <label key={addOn.id} className="choice">
          <input
            type="checkbox"
            className="checkbox checkbox-sm checkbox-primary mt-0.5"
            checked={chosen.includes(addOn.id)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, addOn.id] : chosen.filter((id) => id !== addOn.id))
            }
          />
          <span className="min-w-0 wrap-anywhere">
            {[addOn.name.trim() || 'Your add-on', ...termsOf(addOn.price, addOn.days)].join(' · ')}
          </span>
        </label>
      ))}
      <p className="text-sm text-quiet">
        Every form also asks for the full name, the email, the name for the reading and, if they like, the
        background.
      </p>
    </section>
  );
}

/** What the form asks where it asks the standard questions. */
const standardQuestion: IntakeQuestion = {
  ...{ id: 'readingType', kind: 'choice', label: 'What would you like to ask?', help: '', required: true },
  choices: readingTypes.map((type) => readingTypeLabels[type]),
};

/** Returns what is typed as `$60.00`, `1-3 business days` and `500-1000 words`, without what is no number yet. */
function termsOf(price: string, days: string, words = ''): string[] {
  const amount = readPriceField(price);
  const count = readWholeNumber(days);
  const lowest = readWholeNumber(words);
  return [
    ...(Number.isNaN(amount) ? [] : [formatAmount(amount, shopMoney().currency)]),
    ...(count ? [turnaroundText(count)] : []),
    ...(lowest ? [`${lowest}-${2 * lowest} words`] : []),
  ];
}
