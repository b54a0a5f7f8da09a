import type { ComponentProps } from 'react';
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
