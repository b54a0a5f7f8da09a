import type { OrderMail } from './mails.ts';
import type { Note } from './notes.ts';
import type { Order } from './order-schema.ts';

export type CustomerMail = OrderMail & { orderId: string; orderNumber: string };

/** The `actor` is a username, `createdAt` ISO 8601. */
export type AddressCorrection = { orderId: string; orderNumber: string; actor: string; createdAt: string };

/** Everything about one mail address, as the admin sees it. Lists begin with the newest and are cut. */
export interface Customer {
  email: string;
  orders: Order[];
  hasOlder: boolean;
  /** Of all orders. Money is in the main unit of each currency; `attempts` were never paid, `open` ones wait for their reading. */
  totals: {
    orders: number;
    attempts: number;
    open: number;
    money: { currency: string; paid: number; refunded: number; refunding: number }[];
  };
  mails: CustomerMail[];
  hasOlderMails: boolean;
  corrections: AddressCorrection[];
  notes: Note[];
}
