import type { ReadingRequest } from '../../shared/checkout/checkout.ts';
import { defaultReadingType, type ReadingType } from '../../shared/orders/reading-types.ts';
import type { FieldErrors } from '../field-errors.ts';

/* What the order form holds. It stands in the page itself (directives/order.ts), so nothing heavy is imported here. */

/** What stands in the form, as typed. */
export interface CheckoutFields {
  readingType: ReadingType;
  customQuestion: string;
  customerName: string;
  customerEmail: string;
  readingAddresseeName: string;
  backgroundContext: string;
}
export type FieldName = keyof CheckoutFields;
export type CheckoutErrors = FieldErrors<FieldName>;

/** A form that was looked at: either it can be sent, or these fields need another look. */
export type CheckedForm = { request: ReadingRequest } | { errors: CheckoutErrors };

export const emptyFields: CheckoutFields = {
  readingType: defaultReadingType,
  customQuestion: '',
  customerName: '',
  customerEmail: '',
  readingAddresseeName: '',
  backgroundContext: '',
};

/** The order in which the fields stand on the page: the first with an error gets the focus. */
export const fieldOrder = Object.keys(emptyFields) as FieldName[];

/** @returns the form as its copies have it; two forms are the same when their texts are */
export function formText(fields: CheckoutFields): string {
  return JSON.stringify(fields);
}
