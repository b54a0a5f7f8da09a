import type { ComponentProps } from 'react';
import { InputField } from './Field.tsx';

/* Text fields: browsers take a comma in `type="number"` for a grouping sign, and the wheel changes its value. */

type NumberFieldProps = Omit<ComponentProps<typeof InputField>, 'type' | 'inputMode' | 'limit'>;

/** `readAmount` reads it. */
export function MoneyField(props: NumberFieldProps) {
  return (
    <InputField autoComplete="off" className="tabular-nums" {...props} type="text" inputMode="decimal" />
  );
}

/** `readWholeNumber` reads it. */
export function WholeNumberField(props: NumberFieldProps) {
  return (
    <InputField autoComplete="off" className="tabular-nums" {...props} type="text" inputMode="numeric" />
  );
}
