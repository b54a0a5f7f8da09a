import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

/** What the control of a field spreads onto its element. */
export interface FieldAria {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  optional?: boolean | undefined;
  children: (aria: FieldAria) => ReactNode;
}

/** Ties a label, a hint and an error to one control: `{(aria) => <input {...aria} … />}`. */
export function Field({ label, hint, error, optional = false, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : '';
  const errorId = error ? `${id}-error` : '';
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional && <span> (optional)</span>}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
      })}
      {hint && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

type InputFieldProps = Omit<FieldProps, 'children'> & ComponentProps<'input'>;

/** One line to fill in, with its label, hint and error; everything else goes to the `<input>`. */
export function InputField({ label, hint, error, optional, className, ...input }: InputFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(aria) => <input {...input} {...aria} className={classNames('input w-full', className)} />}
    </Field>
  );
}
