import { useStore } from '@nanostores/react';
import type { CheckoutForm } from '../../client/checkout/checkout-form.ts';
import { excessWords } from '../../shared/excess-words.ts';
import { orderLimits } from '../../shared/order-limits.ts';
import { readingTypeLabels, readingTypes } from '../../shared/orders/reading-types.ts';
import { Field } from '../ui/forms/Field.tsx';

const minimum = orderLimits.questionMinimumCharacters;

/** The four questions as cards; the last one opens a field for the customer's own. */
export function QuestionChoice({ form }: { form: CheckoutForm }) {
  const { readingType, customQuestion } = useStore(form.$fields);
  const errors = useStore(form.$errors);
  return (
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
              checked={type === readingType}
              onChange={() => form.change('readingType', type)}
            />
            <span>{readingTypeLabels[type]}</span>
          </label>
        ))}
      </div>
      {/* Shown by the style sheet: the choice can be made before any script is there. */}
      <div className="own-question">
        <Field
          excess={excessWords(customQuestion, orderLimits.questionCharacters)}
          label="Your own question"
          hint={`At least ${minimum} characters. Open-ended questions work best.`}
          error={errors.customQuestion}
        >
          {(aria) => (
            <textarea
              {...aria}
              className="textarea w-full"
              name="customQuestion"
              rows={3}
              required
              placeholder={`Enter your question (at least ${minimum} characters)`}
              value={customQuestion}
              onChange={(event) => form.change('customQuestion', event.target.value)}
            />
          )}
        </Field>
      </div>
    </fieldset>
  );
}
