import type { ComponentProps } from 'react';
import { InputField } from './Field.tsx';

/* Text fields: browsers take a comma in `type="number"` for a grouping sign, and the wheel changes its value. */

type NumberFieldProps = Omit<ComponentProps<typeof InputField>, 'type' | 'inputMode' | 'limit'>;

const numberField = (inputMode: 'decimal' | 'numeric') => (props: NumberFieldProps) => (
  <InputField autoComplete="off" className="tabular-nums" {...props} type="text" inputMode={inputMode} />
);

/** `readAmount` reads it. */
export const MoneyField = numberField('decimal');
/** `readWholeNumber` reads it. */
export const WholeNumberField = numberField('numeric');
