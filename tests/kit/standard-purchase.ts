import { standardOffer } from '../../src/shared/offers/offer-types.ts';
import type { Order } from '../../src/shared/orders/order-schema.ts';

const { slug, name, days, words } = standardOffer;

/** The purchase data of an order for another offer, with many answers. */
export const threeCards: Pick<Order, 'offer' | 'answers' | 'addOns'> = {
  offer: { slug: 'three-cards', name: 'Three cards', days: 1, words: 200 },
  answers: [
    { kind: 'choice', label: 'Which area?', value: 'Work' },
    { kind: 'longText', label: 'What happened so far?', value: 'I was promoted.\n\nThen I left.' },
    { kind: 'date', label: 'Your birth date', value: '1993-05-04' },
    { kind: 'text', label: 'Who else is part of it?', value: '' },
    { kind: 'number', label: 'Years in this job', value: null },
    { kind: 'yesNo', label: 'Do you read the cards yourself?', value: false },
  ],
  addOns: [{ id: 'rush', name: 'Rush', price: 20 }],
};

/** The purchase data of an order in a new shop. */
export const standardPurchase: Pick<Order, 'currency' | 'offer' | 'answers' | 'addOns'> = {
  currency: 'usd',
  offer: { slug, name, days, words },
  answers: [],
  addOns: [],
};
