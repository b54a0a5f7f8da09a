import { standardOffer } from '../../src/shared/offers/offers.ts';
import type { Order } from '../../src/shared/orders/orders.ts';

const { slug, name, days, words } = standardOffer;

/** What an order of a fresh shop says was bought. */
export const standardPurchase: Pick<Order, 'currency' | 'offer' | 'answers' | 'addOns'> = {
  currency: 'usd',
  offer: { slug, name, days, words },
  answers: [],
  addOns: [],
};
