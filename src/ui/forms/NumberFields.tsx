import type { ComponentProps } from 'react';
import { shopMoney } from '../../lib/format.ts';
import { symbolOf } from '../../shared/typed-numbers.ts';
import { InputField } from './Field.tsx';

/* Text fields: browsers take a comma in `type="number"` for a grouping sign, and the wheel changes its value. */

type NumberFieldProps = Omit<ComponentProps<typeof InputField>, 'type' | 'inputMode' | 'limit'>;

const numberField = (inputMode: 'decimal' | 'numeric') => (props: NumberFieldProps) => (
  <InputField autoComplete="off" className="tabular-nums" {...props} type="text" inputMode={inputMode} />
);
const DecimalField = numberField('decimal');

/** `readAmount` reads it. Its label ends with the currency's sign. @param props.currency by default the shop's */
export function MoneyField({
  label,
  currency = shopMoney().currency,
  ...field
}: NumberFieldProps & { currency?: string }) {
  return <DecimalField {...field} label={`${label} (${symbolOf({ ...shopMoney(), currency })})`} />;
}

/** `readWholeNumber` reads it. */
export const WholeNumberField = numberField('numeric');
