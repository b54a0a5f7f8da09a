import { useId } from 'react';
import type { IntakeQuestion } from '../../shared/offers/offers.ts';
import { answerLimits } from '../../shared/order-limits.ts';
import { InputField } from './Field.tsx';
import { TextAreaField } from './TextAreaField.tsx';

export interface IntakeFieldsProps {
  questions: readonly IntakeQuestion[];
  /** By the question's id; `yes`, `no` or nothing for yes or no. */
  values: Record<string, string>;
  errors: Partial<Record<string, string>>;
  onChange: (questionId: string, value: string) => void;
}

/** The questions of an offer as its order form asks them. */
export function IntakeFields(props: IntakeFieldsProps) {
  const { questions, values, errors, onChange } = props;
  return questions.map((question) => (
    <IntakeField
      key={question.id}
      question={question}
      name={`answer-${question.id}`}
      value={values[question.id] ?? ''}
      error={errors[question.id]}
      onChange={(value) => onChange(question.id, value)}
    />
  ));
}

interface IntakeFieldProps {
  question: IntakeQuestion;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const yesOrNo: Choice[] = [
  ['yes', 'Yes'],
  ['no', 'No'],
];
type Choice = readonly [value: string, label: string];

function IntakeField(props: IntakeFieldProps) {
  const { question, name, value, error, onChange } = props;
  const { kind, label, help, required, choices = [] } = question;
  if (kind === 'yesNo') return <ChoiceField {...props} choices={yesOrNo} />;
  if (kind === 'choice') {
    return <ChoiceField {...props} choices={choices.map((choice) => [choice, choice])} />;
  }
  const control = {
    ...{ name, value, error, label, required },
    hint: help,
    optional: !required,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (kind === 'longText') {
    return <TextAreaField {...control} rows={4} limit={answerLimits.longText} className="leading-relaxed" />;
  }
  if (kind === 'date') return <InputField {...control} type="date" />;
  return (
    <InputField
      {...control}
      type="text"
      autoComplete="off"
      limit={answerLimits.text}
      {...(kind === 'number' && { inputMode: 'decimal' })}
    />
  );
}

function ChoiceField(props: IntakeFieldProps & { choices: readonly Choice[] }) {
  const { question, name, value, error, onChange, choices } = props;
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
              onChange={() => onChange(choice)}
            />
            <span className="min-w-0 wrap-anywhere">{label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="field-error mt-1.5" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
