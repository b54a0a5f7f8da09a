import { type CheckoutFields, fieldOrder } from './form-fields.ts';

/* The order form as it stands on the page, whether or not what listens to it is there. */

/** Told by the form once it is at work: what is done to it from now on is heard. */
export const formAtWork = 'at-work';

/** Sent by the page's script when the customer types or chooses, not when fields are filled in again or cleared. */
export const formBegun = 'begun';

/** @returns what stands in the form */
export function readFields(form: HTMLFormElement): CheckoutFields {
  const texts = fieldOrder.map((name) => [name, Reflect.get(form.elements, name).value]);
  return Object.fromEntries(texts);
}
