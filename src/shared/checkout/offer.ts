import type { Closed } from './calendar.ts';

/** What a visitor can order now: the pages say it, and the form goes by it. */
export interface Offer {
  priceCents: number;
  currency: 'usd';
  /** The day by whose end a reading ordered now is there: `2026-11-25`, where the business is. */
  promisedDay: string;
  /** Why nothing is sold at present; null when it is. */
  closed: Closed | null;
}
