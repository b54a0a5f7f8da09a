import type { OrderMail } from '../orders/mails.ts';
import type { Order } from '../orders/orders.ts';
import type { Note } from './notes.ts';

/** A mail to a customer, and what it was about. */
export interface CustomerMail extends OrderMail {
  orderId: string;
  orderNumber: string;
}

/** When the address of an order was corrected, and by whom. */
export interface AddressCorrection {
  orderId: string;
  orderNumber: string;
  /** A username */
  actor: string;
  /** ISO 8601 */
  createdAt: string;
}

/** What all orders of an address come to, also those that no list has. */
interface CustomerTotals {
  /** How many orders there are, without those that were never paid. */
  orders: number;
  /** How many were never paid. */
  attempts: number;
  /** How many the customer still waits for. */
  open: number;
  /** Dollars, as are the others. */
  paid: number;
  refunded: number;
  refunding: number;
}

/** Everything about one mail address, as the admin sees it. Lists begin with the newest, and have so many at most. */
export interface Customer {
  email: string;
  /** Those never paid come last. */
  orders: Order[];
  /** Whether there are more orders, which the lists do not have. */
  hasOlder: boolean;
  totals: CustomerTotals;
  mails: CustomerMail[];
  /** Whether there are more mails than these, or more orders to have some. */
  hasOlderMails: boolean;
  corrections: AddressCorrection[];
  notes: Note[];
}
