import { withTheirOwn } from './customers/with-own-reading.ts';
import { withPassages } from './customers/with-passages.ts';
import { withoutReading } from './customers/without-reading.ts';

export const customers = { ...withTheirOwn, ...withPassages, ...withoutReading };
export type CustomerName = keyof typeof customers;

/** @returns whether this customer's reading was written for them alone */
export function hasOwnReading(name: CustomerName): name is keyof typeof withTheirOwn {
  return name in withTheirOwn;
}
