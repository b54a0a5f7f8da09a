import type { ClipboardEvent, ComponentProps, InputEvent, WheelEvent } from 'react';
import { shopMoney } from '../../lib/format.ts';
import { chargeStep, toMajor } from '../../shared/money.ts';
import { symbolOf } from '../../shared/typed-numbers.ts';
import { insertText } from '../insert-text.ts';
import { InputField } from './Field.tsx';

/* Text fields except `PriceField`: in `type="number"`, browsers read a comma as a grouping sign. */

type NumberFieldProps = Omit<ComponentProps<typeof InputField>, 'type' | 'inputMode' | 'limit'>;

const numberField = (inputMode: 'decimal' | 'numeric') => (props: NumberFieldProps) => (
  <InputField autoComplete="off" className="tabular-nums" {...props} type="text" inputMode={inputMode} />
);
const DecimalField = numberField('decimal');

/** Renders a text field for an amount, with the currency's sign in its label. Use `readAmount` to parse its value. */
export function MoneyField({
  label,
  currency = shopMoney().currency,
  ...field
}: NumberFieldProps & { currency?: string }) {
  return <DecimalField {...field} label={`${label} (${symbolOf({ ...shopMoney(), currency })})`} />;
}

/** Renders a number field for a price in the shop's currency. Turns commas into points; ignores the mouse wheel. */
export function PriceField({ label, ...field }: NumberFieldProps) {
  const { currency } = shopMoney();
  return (
    <InputField
      autoComplete="off"
      className="tabular-nums"
      {...field}
      label={`${label} (${symbolOf(shopMoney())})`}
      type="number"
      inputMode="decimal"
      min={0}
      step={toMajor(chargeStep(currency), currency)}
      onBeforeInput={(event: InputEvent<HTMLInputElement>) => insertWithPoints(event, event.data ?? '')}
      onPaste={(event: ClipboardEvent) => insertWithPoints(event, event.clipboardData.getData('text').trim())}
      onWheel={(event: WheelEvent<HTMLInputElement>) => event.currentTarget.blur()}
    />
  );
}

function insertWithPoints(event: { preventDefault(): void }, text: string): void {
  if (!text.includes(',')) return;
  event.preventDefault();
  insertText(text.replaceAll(',', '.'));
}

/** Renders a text field for a whole number. Use `readWholeNumber` to parse its value. */
export const WholeNumberField = numberField('numeric');
