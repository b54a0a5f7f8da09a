import { withTheirOwn } from './with-own-reading.ts';
import { withPassages } from './with-passages.ts';
import { withoutReading } from './without-reading.ts';

export const customers = { ...withTheirOwn, ...withPassages, ...withoutReading };
export type CustomerName = keyof typeof customers;

/** @returns whether this customer's reading was written for them alone */
export function hasOwnReading(name: CustomerName): name is keyof typeof withTheirOwn {
  return name in withTheirOwn;
}
