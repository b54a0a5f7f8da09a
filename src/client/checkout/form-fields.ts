import { defaultReadingType, type ReadingType } from '../../shared/orders/reading-types.ts';

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
