import { useId } from 'react';
import type { IntakeQuestion } from '../../shared/offers/offer-types.ts';
import { answerLimits } from '../../shared/orders/order-form.ts';
import { FieldError, InputField, TextAreaField } from './Field.tsx';

interface IntakeFieldsProps {
  questions: readonly IntakeQuestion[];
  /** Returns the props of a question's field; a yes/no field has `yes`, `no`, or nothing. */
  control: (questionId: string) => Control;
}

interface Control {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

/** Renders the fields for an offer's questions. */
export function IntakeFields({ questions, control }: IntakeFieldsProps) {
  return questions.map((question) => (
    <IntakeField key={question.id} question={question} control={control(question.id)} />
  ));
}

type IntakeFieldProps = { question: IntakeQuestion; control: Control };

type Choice = readonly [value: string, label: string];
const yesOrNo: Choice[] = [
  ['yes', 'Yes'],
  ['no', 'No'],
];

function IntakeField({ question, control }: IntakeFieldProps) {
  const { kind, label, help, required, choices = [] } = question;
  if (kind === 'yesNo') return <ChoiceField question={question} control={control} choices={yesOrNo} />;
  if (kind === 'choice') {
    const named = choices.map((choice): Choice => [choice, choice]);
    return <ChoiceField question={question} control={control} choices={named} />;
  }
  const field = { ...control, label, required, hint: help, optional: !required };
  if (kind === 'longText') {
    return <TextAreaField {...field} rows={4} limit={answerLimits.longText} className="leading-relaxed" />;
  }
  if (kind === 'date') return <InputField {...field} type="date" />;
  return (
    <InputField
      {...field}
      type="text"
      autoComplete="off"
      limit={answerLimits.text}
      {...(kind === 'number' && { inputMode: 'decimal' })}
    />
  );
}

function ChoiceField({ question, control, choices }: IntakeFieldProps & { choices: readonly Choice[] }) {
  const { name, value, error, onChange } = control;
  const id = useId();
  const hintId = question.help ? `${id}-hint` : '';
  const errorId = error ? `${id}-error` : '';
  return (
    <fieldset className="min-w-0" aria-describedby={[hintId, errorId].filter(Boolean).join(' ') || undefined}>
      <legend className="mb-1.5 font-semibold wrap-anywhere">
        {question.label}
        {!question.required && <span className="font-normal text-quiet"> (optional)</span>}
      </legend>
      {question.help && (
        <p id={hintId} className="field-hint mb-1.5">
          {question.help}
        </p>
      )}
      <div className="space-y-2.5">
        {choices.map(([choice, label]) => (
          <label key={choice} className="choice">
            <input
              type="radio"
              className="radio radio-primary radio-sm mt-0.5"
              name={name}
              value={choice}
              required={question.required}
              aria-invalid={error ? true : undefined}
              checked={choice === value}
              onChange={onChange}
            />
            <span className="min-w-0 wrap-anywhere">{label}</span>
          </label>
        ))}
      </div>
      <FieldError id={errorId} text={error} className="mt-1.5" />
    </fieldset>
  );
}
