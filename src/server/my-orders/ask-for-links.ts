import { writeTransaction } from '../../../db/client.ts';
import type { Context } from '../context/context.ts';
import { listPaidOrdersOf } from '../orders/order-repository.ts';
import { enqueueMail } from '../outbox/enqueue-mail.ts';
import { deleteMail } from '../outbox/outbox-repository.ts';

/**
 * Sends fresh links to all orders of an address. Neither what this does nor the time it takes tells whether there are
 * any: without an order the same mail is written, and taken back. Its sending waits for the outbox's next turn, since
 * waking the outbox would take time as well.
 *
 * @param email a plain address, in any spelling
 * @param maySend whether the address was not written to too often; the answer is the same if it was
 */
export async function askForLinks(context: Context, email: string, maySend: boolean): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const [newest] = listPaidOrdersOf(tx, email, 1);
    const known = maySend ? newest : undefined;
    const mailId = enqueueMail(context, tx, {
      kind: 'order_links',
      // The spelling from the order, so that a stranger's input is never used.
      to: { name: known?.customerName ?? '', address: known?.customerEmail ?? email },
    });
    if (!known && mailId !== null) deleteMail(tx, mailId);
  });
}
