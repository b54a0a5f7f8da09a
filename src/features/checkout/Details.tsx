import { useStore } from '@nanostores/react';
import { type ChangeEvent, useState } from 'react';
import { retriable } from '../../lib/retriable.ts';
import { excessText } from '../../shared/excess-text.ts';
import { orderLimits } from '../../shared/order-limits.ts';
import { readingTypeLabels, readingTypes } from '../../shared/orders/reading-types.ts';
import { Field, InputField } from '../../ui/forms/Field.tsx';
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
          <Field
            excess={excessText(fields.customQuestion, orderLimits.questionCharacters)}
            label="Your own question"
            hint={`At least ${minimum} characters. Open-ended questions work best.`}
            error={errors.customQuestion}
          >
            {(aria) => (
              <textarea
                {...aria}
                {...control('customQuestion')}
                className="textarea w-full"
                rows={3}
                required
                placeholder={`Enter your question (at least ${minimum} characters)`}
              />
            )}
          </Field>
        </div>
      </fieldset>

      <fieldset className="form-step">
        <legend className="form-step-title">Who is it for?</legend>
        <InputField
          {...control('customerName')}
          label="Full name"
          hint="As shown on your card."
          error={errors.customerName}
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
          error={errors.customerEmail}
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
          error={errors.readingAddresseeName}
          autoComplete="given-name"
          required
          limit={orderLimits.nameCharacters}
        />
      </fieldset>

      <fieldset className="form-step">
        <legend className="form-step-title">Anything your reader should know?</legend>
        <Field
          excess={excessText(fields.backgroundContext, orderLimits.backgroundCharacters)}
          label="Background context"
          optional
          hint="Where things stand, what you’ve tried, and what a good outcome looks like."
          error={errors.backgroundContext}
        >
          {(aria) => (
            <textarea
              {...aria}
              {...control('backgroundContext')}
              className="textarea w-full leading-relaxed"
              rows={4}
            />
          )}
        </Field>
      </fieldset>
    </>
  );
}
