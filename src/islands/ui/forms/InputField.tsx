import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { Field, type FieldProps } from './Field.tsx';

type InputFieldProps = Omit<FieldProps, 'children'> & ComponentProps<'input'>;

/** One line to fill in, with its label, hint and error; everything else goes to the `<input>`. */
export function InputField({ label, hint, error, optional, className, ...input }: InputFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(aria) => <input {...input} {...aria} className={classNames('input w-full', className)} />}
    </Field>
  );
}
