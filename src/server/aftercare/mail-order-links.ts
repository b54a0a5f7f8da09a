import { writeTransaction } from '../../../db/client.ts';
import type { Context } from '../base/context.ts';
import { enqueueMail } from '../base/enqueue-mail.ts';
import { deleteMail } from '../base/outbox-repository.ts';
import { listPaidOrdersOf } from '../orders/order-repository.ts';

/** Mails a customer the links of their orders. Without one the mail is deleted again: the time reveals nothing. */
export async function mailOrderLinks(context: Context, email: string, maySend: boolean): Promise<void> {
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
