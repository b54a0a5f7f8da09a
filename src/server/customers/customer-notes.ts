import { writeTransaction } from '../../../db/client.ts';
import { limits } from '../../shared/limits.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { insertNoteOf, listNotesOf } from './customer-repository.ts';
import { requireCustomer } from './read-customer.ts';

/**
 * Adds a note about the customer of an order. A repeat, as after a lost answer, adds none.
 *
 * @throws {DomainError} `order_not_found`; `customer_not_found` when their address was erased; `note_conflict` when the
 *   most notes are reached
 */
export async function addCustomerNote(
  context: Context,
  user: SignedIn,
  orderId: string,
  text: string,
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const known = listNotesOf(tx, requireCustomer(tx, orderId));
    if (known[0]?.authorId === user.id && known[0].text === text) return;
    if (known.length >= limits.notes) {
      throw new DomainError(
        'note_conflict',
        `There are ${limits.notes} notes on this customer, and no room for more.`,
      );
    }
    insertNoteOf(tx, {
      id: context.random.newId(),
      orderId,
      authorId: user.id,
      text,
      createdAt: context.clock.now(),
    });
  });
}
