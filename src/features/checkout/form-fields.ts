import { typeInto } from '../../lib/type-into.ts';
import type { OrderCall } from '../../shared/checkout/checkout.ts';
import { defaultReadingType, type ReadingType } from '../../shared/orders/reading-types.ts';

/* The fields of the order form. The page itself contains this (directives/order.ts): it imports nothing heavy. */

export const emptyFields = {
  readingType: defaultReadingType as ReadingType,
  customQuestion: '',
  customerName: '',
  customerEmail: '',
  readingAddresseeName: '',
  backgroundContext: '',
};
export type CheckoutFields = typeof emptyFields;
export type FieldName = keyof CheckoutFields;
export type CheckoutErrors = Partial<Record<FieldName, string>>;

export type CheckedForm = { request: OrderCall } | { errors: CheckoutErrors };

export const fieldOrder = Object.keys(emptyFields) as FieldName[];

export function formText(fields: CheckoutFields): string {
  return JSON.stringify(fields);
}

export const formAtWork = 'at-work';

/** Event of the form when the customer types or chooses, not when a draft is restored or cleared. */
export const formBegun = 'begun';

export function readFields(form: HTMLFormElement): CheckoutFields {
  const texts = fieldOrder.map((name) => [name, Reflect.get(form.elements, name).value]);
  return Object.fromEntries(texts);
}

/** Writes into a field, or clicks a choice, as the customer would: listeners are notified. Skips an equal value. */
export function writeField(form: HTMLFormElement, name: FieldName, text: string): void {
  const control = form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement | RadioNodeList;
  if (control.value === text) return;
  if (control instanceof RadioNodeList) {
    form.querySelector<HTMLInputElement>(`[name=${name}][value=${CSS.escape(text)}]`)?.click();
    return;
  }
  typeInto(control, text);
}
