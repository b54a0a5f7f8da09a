import type { Offer } from '../offers/offers.ts';
import type { Closed } from './calendar.ts';

/** An offer as it can be ordered now. */
export interface OfferOnSale extends Offer {
  currency: 'usd';
  /** The day by whose end a reading ordered now arrives: `2026-11-25`, where the business is */
  promisedDay: string;
  closed: Closed | null;
  /** Whether the queue is so long that the usual time cannot be kept: rush add-ons are not sold then. */
  isFull: boolean;
}
