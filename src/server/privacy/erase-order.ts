import type { Transaction } from '../../../db/client.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { tablesOfOrders } from './held-data-repository.ts';
import { eraseHeldRows, noteErased } from './person-repository.ts';
import { noteToSweep } from './sweep-repository.ts';

/**
 * Erases the customer of an order: name, address, question, reading, notes and mails. What stays is the record of its
 * money, and what was agreed to. To be called in a transaction; doing it once more changes nothing.
 *
 * @param by a username, or `system`
 */
export function eraseOrder(tx: Transaction, order: OrderRow, by: string, now: number): void {
  if (order.erasedAt !== null) return;
  for (const name of tablesOfOrders) eraseHeldRows(tx, name, order.id);
  noteErased(tx, order.id, now);
  // An order that was never paid gets no entry in its history.
  if (order.paidAt !== null) {
    recordEvent(tx, { orderId: order.id, type: 'customer_erased', actor: by, at: now });
  }
  noteToSweep(tx);
}
