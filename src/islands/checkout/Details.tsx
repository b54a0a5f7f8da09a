import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { CheckoutForm } from '../../client/checkout/checkout-form.ts';
import { retriable } from '../../client/retriable.ts';
import { excessWords } from '../../shared/excess-words.ts';
import { orderLimits } from '../../shared/order-limits.ts';
import { Field, InputField } from '../ui/forms/Field.tsx';
import { useFetched } from '../ui/use-fetched.ts';

const suggestion = retriable(() => import('./EmailSuggestion.tsx'), 'EmailSuggestion');

/** Who orders, where the reading goes, and what the reader should know. */
export function Details({ form }: { form: CheckoutForm }) {
  const fields = useStore(form.$fields);
  const errors = useStore(form.$errors);
  const email = fields.customerEmail;
  /** The address as it stood when its field was left. */
  const [left, setLeft] = useState('');
  const Suggestion = useFetched(suggestion, left);
  return (
    <>
      <fieldset className="form-step">
        <legend className="form-step-title">Who is it for?</legend>
        <InputField
          label="Full name"
          hint="As shown on your card."
          error={errors.customerName}
          name="customerName"
          autoComplete="name"
          required
          limit={orderLimits.nameCharacters}
          value={fields.customerName}
          onChange={(event) => form.change('customerName', event.target.value)}
        />
        <InputField
          label="Email"
          hint={
            <>
              We’ll send your confirmation and your reading here.
              {Suggestion && <Suggestion typed={email} left={left} />}
            </>
          }
          error={errors.customerEmail}
          name="customerEmail"
          type="email"
          autoComplete="email"
          required
          limit={orderLimits.emailCharacters}
          value={email}
          onBlur={(event) => setLeft(event.target.value)}
          onChange={(event) => form.change('customerEmail', event.target.value)}
        />
        <InputField
          label="Name for the reading"
          hint="What your reader should call you. A first name is fine."
          error={errors.readingAddresseeName}
          name="readingAddresseeName"
          autoComplete="given-name"
          required
          limit={orderLimits.nameCharacters}
          value={fields.readingAddresseeName}
          onChange={(event) => form.change('readingAddresseeName', event.target.value)}
        />
      </fieldset>

      <fieldset className="form-step">
        <legend className="form-step-title">Anything your reader should know?</legend>
        <Field
          excess={excessWords(fields.backgroundContext, orderLimits.backgroundCharacters)}
          label="Background context"
          optional
          hint="Where things stand, what you’ve tried, and what a good outcome looks like."
          error={errors.backgroundContext}
        >
          {(aria) => (
            <textarea
              {...aria}
              className="textarea w-full leading-relaxed"
              name="backgroundContext"
              rows={4}
              value={fields.backgroundContext}
              onChange={(event) => form.change('backgroundContext', event.target.value)}
            />
          )}
        </Field>
      </fieldset>
    </>
  );
}
