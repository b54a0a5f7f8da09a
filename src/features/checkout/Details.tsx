import { useStore } from '@nanostores/react';
import { type ChangeEvent, useState } from 'react';
import { retriable } from '../../lib/retriable.ts';
import { orderLimits } from '../../shared/order-limits.ts';
import { readingTypeLabels, readingTypes } from '../../shared/orders/reading-types.ts';
import { InputField } from '../../ui/forms/Field.tsx';
import { TextAreaField } from '../../ui/forms/TextAreaField.tsx';
import { useLazyComponent } from '../../ui/use-lazy-component.ts';
import type { CheckoutForm } from './checkout-form.ts';
import type { FieldName } from './form-fields.ts';

const suggestion = retriable(() => import('./EmailSuggestion.tsx'), 'EmailSuggestion');
const minimum = orderLimits.questionMinimumCharacters;

export function Details({ form }: { form: CheckoutForm }) {
  const fields = useStore(form.$fields);
  const errors = useStore(form.$errors);
  const [leftEmail, setLeftEmail] = useState('');
  const Suggestion = useLazyComponent(suggestion, leftEmail);
  const control = (name: FieldName) => ({
    name,
    value: fields[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      form.change(name, event.target.value),
  });
  return (
    <>
      <fieldset className="form-step">
        <legend className="form-step-title">What would you like to ask?</legend>
        <div className="space-y-2.5">
          {readingTypes.map((type) => (
            <label key={type} className="choice">
              <input
                type="radio"
                className="radio radio-primary radio-sm mt-0.5"
                name="readingType"
                value={type}
                checked={type === fields.readingType}
                onChange={() => form.change('readingType', type)}
              />
              <span>{readingTypeLabels[type]}</span>
            </label>
          ))}
        </div>
        {/* Shown by the style sheet: the choice can be made before any script is there. */}
        <div className="own-question">
          <TextAreaField
            {...control('customQuestion')}
            label="Your own question"
            hint={`At least ${minimum} characters. Open-ended questions work best.`}
            rows={3}
            required
            limit={orderLimits.questionCharacters}
            placeholder={`Enter your question (at least ${minimum} characters)`}
          />
        </div>
      </fieldset>

      <fieldset className="form-step">
        <legend className="form-step-title">Who is it for?</legend>
        <InputField
          {...control('customerName')}
          label="Full name"
          hint="As shown on your card."
          autoComplete="name"
          required
          limit={orderLimits.nameCharacters}
        />
        <InputField
          {...control('customerEmail')}
          label="Email"
          hint={
            <>
              We’ll send your confirmation and your reading here.
              {Suggestion && <Suggestion typed={fields.customerEmail} left={leftEmail} />}
            </>
          }
          type="email"
          autoComplete="email"
          required
          limit={orderLimits.emailCharacters}
          onBlur={(event) => setLeftEmail(event.target.value)}
        />
        <InputField
          {...control('readingAddresseeName')}
          label="Name for the reading"
          hint="What your reader should call you. A first name is fine."
          autoComplete="given-name"
          required
          limit={orderLimits.nameCharacters}
        />
      </fieldset>

      <fieldset className="form-step">
        <legend className="form-step-title">Anything your reader should know?</legend>
        <TextAreaField
          {...control('backgroundContext')}
          label="Background context"
          optional
          hint="Where things stand, what you’ve tried, and what a good outcome looks like."
          className="leading-relaxed"
          rows={4}
          limit={orderLimits.backgroundCharacters}
        />
      </fieldset>
    </>
  );
}
