import type { Closed } from './calendar.ts';

export interface Offer {
  priceCents: number;
  currency: 'usd';
  /** The day by whose end a reading ordered now arrives: `2026-11-25`, where the business is */
  promisedDay: string;
  closed: Closed | null;
}
