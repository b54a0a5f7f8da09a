import { type Queryable, writeTransaction } from '../../../db/client.ts';
import { limits } from '../../shared/limits.ts';
import { pageRows } from '../../shared/list-page.ts';
import { toMajor } from '../../shared/money.ts';
import type { Customer } from '../../shared/orders/customer.ts';
import { presentMail } from '../aftercare/resend-mail.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { isoTime } from '../base/time/moments.ts';
import { requireOrder } from '../orders/find-order.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { presentOrder } from '../orders/present-order.ts';
import {
  insertNote,
  listCorrectionsOf,
  listCustomerNotes,
  listMailsOf,
  listOrdersOf,
  sumOrdersOf,
} from './customer-repository.ts';

/**
 * Returns the customer of an order, with the newest of their orders and mails: URLs contain no addresses.
 * @throws {DomainError} `order_not_found`, also if deleted; `customer_not_found` if erased
 */
export function readCustomer({ db }: Context, orderId: string): Customer {
  const { customerEmail, canonicalEmail: email } = requireCustomer(db, orderId);
  const found = listOrdersOf(db, email, pageRows + 1);
  const rows = found.slice(0, pageRows);
  const hasOlder = found.length > rows.length;
  const numbers = new Map(rows.map(({ id, orderNumber }) => [id, orderNumber]));
  const ids = [...numbers.keys()];
  const mails = listMailsOf(db, ids, pageRows + 1);
  const ofOrder = (id: string) => ({ orderId: id, orderNumber: numbers.get(id) ?? '' });
  const sums = sumOrdersOf(db, email);
  const count = (name: 'orders' | 'attempts' | 'open') => sums.reduce((all, sum) => all + sum[name], 0);
  return {
    email: customerEmail,
    orders: rows.map(presentOrder),
    hasOlder,
    totals: {
      ...{ orders: count('orders'), attempts: count('attempts'), open: count('open') },
      money: sums.map(({ currency, paid, refunded, refunding }) => ({
        currency,
        paid: toMajor(paid, currency),
        refunded: toMajor(refunded, currency),
        refunding: toMajor(refunding, currency),
      })),
    },
    mails: mails.slice(0, pageRows).map((mail) => ({ ...presentMail(mail), ...ofOrder(mail.orderId) })),
    hasOlderMails: hasOlder || mails.length > pageRows,
    corrections: listCorrectionsOf(db, ids, pageRows).map(({ orderId: id, actor, createdAt }) => ({
      ...ofOrder(id),
      actor,
      createdAt: isoTime(createdAt),
    })),
    notes: listCustomerNotes(db, email).map(({ id, text, author, createdAt }) => ({
      id,
      text,
      author,
      createdAt: isoTime(createdAt),
    })),
  };
}

function requireCustomer(db: Queryable, orderId: string): OrderRow {
  const order = requireOrder(db, orderId);
  if (order.customerEmail) return order;
  throw new DomainError('customer_not_found', 'This customer’s data was erased.');
}

/**
 * Adds a note about an order's customer, unless the newest is the same and by the same user.
 * @throws {DomainError} as `readCustomer`; `note_conflict` at the limit
 */
export async function addCustomerNote(
  context: Context,
  user: SignedIn,
  orderId: string,
  text: string,
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const known = listCustomerNotes(tx, requireCustomer(tx, orderId).canonicalEmail);
    if (known[0]?.authorId === user.id && known[0].text === text) return;
    if (known.length >= limits.notes) {
      throw new DomainError(
        'note_conflict',
        `There are ${limits.notes} notes on this customer, which is the limit.`,
      );
    }
    const createdAt = context.clock.now();
    insertNote(tx, { id: context.random.newId(), orderId, authorId: user.id, text, createdAt });
  });
}
