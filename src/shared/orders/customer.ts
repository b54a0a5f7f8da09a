import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import type { OrderMail } from './mails.ts';
import type { Order } from './order-schema.ts';

export type CustomerMail = OrderMail & { orderId: string; orderNumber: string };

/** `actor` is a username, `createdAt` ISO 8601. */
export type AddressCorrection = { orderId: string; orderNumber: string; actor: string; createdAt: string };

/** Everything about one mail address, as the admin sees it. Lists have the newest entries, newest first. */
export interface Customer {
  email: string;
  orders: Order[];
  hasOlder: boolean;
  /** Of all orders. Money is in main units; `attempts` were never paid, `open` orders wait for their reading. */
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

export interface Note {
  id: string;
  text: string;
  /** A username */
  author: string;
  /** ISO 8601 */
  createdAt: string;
}

export const addNoteSchema = z.strictObject({ text: requiredText('The note', limits.noteCharacters) });
