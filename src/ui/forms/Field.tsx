import { type ComponentProps, type ReactNode, useId } from 'react';
import { excessText } from '../../shared/counted-text.ts';
import { classNames } from '../class-names.ts';

export interface FieldAria {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  /** By how much the typed text is too long: see `excessText`. */
  excess?: string | null | undefined;
  optional?: boolean | undefined;
  children: (aria: FieldAria) => ReactNode;
}

/** Renders a label, hint and error, connected with one control: `{(aria) => <input {...aria} … />}`. */
export function Field({ label, hint, error, excess, optional = false, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : '';
  const errorId = error ? `${id}-error` : '';
  const excessId = excess ? `${id}-excess` : '';
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional && <span> (optional)</span>}
      </label>
      {children({
        id,
        'aria-invalid': error || excess ? true : undefined,
        'aria-describedby': [hintId, errorId, excessId].filter(Boolean).join(' ') || undefined,
      })}
      {hint && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
      <FieldError id={errorId} text={error} />
      {excess && (
        <p id={excessId} className="field-error">
          {excess}
        </p>
      )}
    </div>
  );
}

type FieldErrorProps = { id?: string; text: string | null | undefined; className?: string };

/** Shows a field's error, or renders nothing. */
export function FieldError({ id, text, className }: FieldErrorProps) {
  if (!text) return null;
  return (
    <p id={id} className={classNames('field-error', className)} role="alert">
      {text}
    </p>
  );
}

export type InputFieldProps = Omit<FieldProps, 'children' | 'excess'> &
  Omit<ComponentProps<'input'>, 'maxLength'> & {
    /** In characters. More can be typed and is reported, so that no text is cut off silently. */
    limit?: number;
  };

export function InputField(props: InputFieldProps) {
  const { label, hint, error, optional, limit, className, ...input } = props;
  const excess = limit === undefined ? null : excessText(String(input.value ?? ''), limit);
  return (
    <Field label={label} hint={hint} error={error} excess={excess} optional={optional}>
      {(aria) => <input {...input} {...aria} className={classNames('input w-full', className)} />}
    </Field>
  );
}

type TextAreaFieldProps = Pick<InputFieldProps, 'label' | 'hint' | 'error' | 'optional' | 'limit'> &
  Omit<ComponentProps<'textarea'>, 'maxLength'>;

/** Renders a multi-line field. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, error, optional, limit, className, ...rest } = props;
  const excess = limit === undefined ? null : excessText(String(rest.value ?? ''), limit);
  return (
    <Field label={label} hint={hint} error={error} excess={excess} optional={optional}>
      {(aria) => <textarea {...rest} {...aria} className={classNames('textarea w-full', className)} />}
    </Field>
  );
}
