import type { NewOrder } from '../server/orders/order-repository.ts';

/** @returns a paid order for `storeOrders`: the first, the second, … of a test, with what is different about it */
export function paidOrder(number: number, changes: Partial<NewOrder> = {}): NewOrder {
  return {
    id: `order-${number}`,
    orderNumber: `CT-${String(number).padStart(6, '0')}`,
    paymentStatus: 'paid',
    readingType: 'careerPath',
    customerName: 'Maya Lindqvist',
    customerEmail: 'maya@customers.example',
    readingAddresseeName: 'Maya',
    amountCents: 6000,
    createdAt: number,
    ...changes,
  };
}
