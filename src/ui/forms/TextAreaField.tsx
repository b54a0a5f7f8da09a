import type { ComponentProps } from 'react';
import { excessText } from '../../shared/excess-text.ts';
import { classNames } from '../class-names.ts';
import { Field, type InputFieldProps } from './Field.tsx';

type TextAreaFieldProps = Pick<InputFieldProps, 'label' | 'hint' | 'error' | 'optional' | 'limit'> &
  Omit<ComponentProps<'textarea'>, 'maxLength'>;

/** A field of several lines. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, error, optional, limit, className, ...rest } = props;
  const excess = limit === undefined ? null : excessText(String(rest.value ?? ''), limit);
  return (
    <Field label={label} hint={hint} error={error} excess={excess} optional={optional}>
      {(aria) => <textarea {...rest} {...aria} className={classNames('textarea w-full', className)} />}
    </Field>
  );
}
