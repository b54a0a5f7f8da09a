import { type ComponentProps, type ReactNode, useId } from 'react';
import { Field, type FieldProps } from './Field.tsx';

type Choices = readonly (readonly [value: string | number, label: string])[];

export function Options({ of }: { of: Choices }) {
  return of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

type SelectFieldProps = Pick<FieldProps, 'label' | 'hint' | 'error'> &
  ComponentProps<'select'> & { choices: Choices };

export function SelectField({ label, hint, error, choices, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <select {...select} {...aria} className="select w-full">
          <Options of={choices} />
        </select>
      )}
    </Field>
  );
}

interface CheckboxFieldProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (isOn: boolean) => void;
}

export function CheckboxField({ label, hint, checked, onChange }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label className="flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          className="checkbox checkbox-sm checkbox-primary mt-0.5"
          aria-describedby={hint ? id : undefined}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="min-w-0">{label}</span>
      </label>
      {hint && (
        <p id={id} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
