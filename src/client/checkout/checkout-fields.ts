import type { ReadingRequest } from '../../shared/checkout/checkout.ts';
import type { ReadingType } from '../../shared/orders/reading-types.ts';
import type { FieldErrors } from '../field-errors.ts';

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
