import { writeTransaction } from '../../../db/client.ts';
import type { Context } from '../context/context.ts';
import { listPaidOrdersOf } from '../orders/order-repository.ts';
import { enqueueMail } from '../outbox/enqueue-mail.ts';
import { deleteMail } from '../outbox/outbox-repository.ts';

/**
 * Mails new links to all orders of an address. Neither the answer nor its time reveals whether there are any: without an
 * order the same mail is enqueued and deleted, and the outbox is not woken.
 */
export async function askForLinks(context: Context, email: string, maySend: boolean): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const [newest] = listPaidOrdersOf(tx, email, 1);
    const known = maySend ? newest : undefined;
    const mailId = enqueueMail(context, tx, {
      kind: 'order_links',
      // The order's spelling: a stranger's input is never used.
      to: { name: known?.customerName ?? '', address: known?.customerEmail ?? email },
    });
    if (!known && mailId !== null) deleteMail(tx, mailId);
  });
}
