/** How far an order is, in the words of its own page. */
export type CustomerOrderState = 'in_preparation' | 'delivered' | 'on_hold' | 'refunded';

/** What a customer sees of their order at the link in their mails; nothing they asked stands here. */
export interface CustomerOrder {
  orderNumber: string;
  state: CustomerOrderState;
  /** The day the reading is due, such as `Wednesday, November 25`; null when nothing is due */
  dueDay: string | null;
  addresseeName: string;
  /** The reading, once it was sent */
  reading: string | null;
}
