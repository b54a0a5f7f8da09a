import { useStore } from '@nanostores/react';
import { type ComponentProps, useState } from 'react';
import { retriable } from '../../lib/retriable.ts';
import type { OrderedOffer } from '../../shared/checkout/offer.ts';
import { formatPrice, type MoneyStyle } from '../../shared/money.ts';
import type { AddOn } from '../../shared/offers/offer-types.ts';
import { questionOfAddOn, turnaroundText } from '../../shared/offers/quote.ts';
import { orderLimits, readingTypeLabels, readingTypes } from '../../shared/orders/order-form.ts';
import { FieldError, InputField, TextAreaField } from '../../ui/forms/Field.tsx';
import { IntakeFields } from '../../ui/forms/IntakeFields.tsx';
import { useLazyComponent } from '../../ui/use-lazy-component.ts';
import { addOnName, answerName, type FieldName } from './form-fields.ts';
import type { OrderFormStore } from './order-form-store.ts';

const suggestion = retriable(() => import('./LazyFields.tsx'), 'EmailSuggestion');
const minimum = orderLimits.questionMinimumCharacters;

/** The typed fields and their errors. */
type TypedForm = Pick<OrderFormStore<unknown>, '$fields' | '$errors' | 'change'>;

interface DetailsProps {
  form: TypedForm;
  offer: OrderedOffer;
}

export function Details({ form, offer }: DetailsProps) {
  const fields = useStore(form.$fields);
  const errors = useStore(form.$errors);
  const [leftEmail, setLeftEmail] = useState('');
  const Suggestion = useLazyComponent(suggestion, leftEmail);
  const control = (name: FieldName) => ({
    name,
    value: fields[name] ?? '',
    error: errors[name],
    onChange: (event: { target: { value: string } }) => form.change(name, event.target.value),
  });
  const answer = (questionId: string) => control(answerName(questionId));
  return (
    <>
      {offer.standardQuestions && (
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
      )}

      {offer.questions.length > 0 && (
        <fieldset className="form-step">
          <legend className="form-step-title">Questions from your reader</legend>
          <IntakeFields questions={offer.questions} control={answer} />
        </fieldset>
      )}

      <fieldset className="form-step">
        <legend className="form-step-title">Your details</legend>
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
          hint="Where things stand, what you’ve tried and what a good outcome looks like."
          className="leading-relaxed"
          rows={4}
          limit={orderLimits.backgroundCharacters}
        />
      </fieldset>

      {offer.addOns.length > 0 && (
        <fieldset className="form-step" aria-describedby={errors.addOns && addOnsErrorId}>
          <legend className="form-step-title">Add-ons</legend>
          {offer.addOns.map((addOn) => (
            <AddOnChoice
              key={addOn.id}
              form={form}
              money={offer}
              addOn={addOn}
              answer={answer}
              isAvailable={!offer.isFull || addOn.days === undefined}
            />
          ))}
          <FieldError id={addOnsErrorId} text={errors.addOns} />
        </fieldset>
      )}
    </>
  );
}

const addOnsErrorId = 'add-ons-error';

interface AddOnChoiceProps {
  form: TypedForm;
  money: MoneyStyle;
  addOn: AddOn;
  answer: ComponentProps<typeof IntakeFields>['control'];
  isAvailable: boolean;
}

function AddOnChoice({ form, money, addOn, answer, isAvailable }: AddOnChoiceProps) {
  const { id, name, priceMinor, days } = addOn;
  const { currency, locale } = money;
  const fields = useStore(form.$fields);
  const question = questionOfAddOn(addOn);
  return (
    <div className="add-on space-y-3">
      <label className="choice">
        <input
          type="checkbox"
          className="mt-1 size-4.5 flex-none accent-primary"
          name={addOnName(id)}
          autoComplete="off"
          checked={fields[addOnName(id)] === 'on'}
          disabled={!isAvailable}
          onChange={(event) => form.change(addOnName(id), event.target.checked ? 'on' : '')}
        />
        <span className="min-w-0 flex-1 wrap-anywhere">
          {name}
          {days !== undefined && (
            <span className="block text-quiet">
              {isAvailable
                ? `Delivery in ${turnaroundText(days)}`
                : 'We’re fully booked, so this isn’t available right now.'}
            </span>
          )}
        </span>
        <span className="font-semibold whitespace-nowrap">
          {priceMinor === 0 ? 'free' : `+ ${formatPrice(priceMinor, currency, locale)}`}
        </span>
      </label>
      {/* Shown by the style sheet, as the customer's own question is. */}
      {question && (
        <div className="own-question">
          <IntakeFields questions={[question]} control={answer} />
        </div>
      )}
    </div>
  );
}
