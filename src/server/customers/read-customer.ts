import type { Queryable } from '../../../db/client.ts';
import { centsToDollars } from '../../shared/money.ts';
import type { Customer } from '../../shared/notes/customer.ts';
import { pageRows } from '../../shared/pages.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { requireOrder } from '../orders/find-order.ts';
import { presentOrder } from '../orders/present-order.ts';
import { presentMail } from '../outbox/present-mail.ts';
import { isoTime } from '../time/iso-time.ts';
import {
  addUpOrdersOf,
  listCorrectionsOf,
  listMailsOf,
  listNotesOf,
  listOrdersOf,
} from './customer-repository.ts';

/**
 * @param orderId one of their orders: an address is never in a URL, and so never in a log or a browser's history
 * @returns everything about the address that the order has now
 * @throws {DomainError} `order_not_found`; `customer_not_found` when the address was erased
 */
export function readCustomer({ db }: Context, orderId: string): Customer {
  const email = requireCustomer(db, orderId);
  const found = listOrdersOf(db, email, pageRows + 1);
  const rows = found.slice(0, pageRows);
  const hasOlder = found.length > rows.length;
  const numbers = new Map(rows.map(({ id, orderNumber }) => [id, orderNumber]));
  const ids = [...numbers.keys()];
  const mails = listMailsOf(db, ids, pageRows + 1);
  const ofOrder = (id: string) => ({ orderId: id, orderNumber: numbers.get(id) ?? '' });
  return {
    email,
    orders: rows.map(presentOrder),
    hasOlder,
    totals: totalsOf(db, email),
    mails: mails.slice(0, pageRows).map((mail) => ({ ...presentMail(mail), ...ofOrder(mail.orderId) })),
    hasOlderMails: hasOlder || mails.length > pageRows,
    corrections: listCorrectionsOf(db, ids, pageRows).map(({ orderId: id, actor, createdAt }) => ({
      ...ofOrder(id),
      actor,
      createdAt: isoTime(createdAt),
    })),
    notes: listNotesOf(db, email).map(({ id, text, author, createdAt }) => ({
      id,
      text,
      author,
      createdAt: isoTime(createdAt),
    })),
  };
}

/**
 * @returns the address that an order has
 * @throws {DomainError} `order_not_found`; `customer_not_found` when its customer was erased
 */
export function requireCustomer(db: Queryable, orderId: string): string {
  const { customerEmail } = requireOrder(db, orderId);
  if (customerEmail) return customerEmail;
  throw new DomainError('customer_not_found', 'Who placed this order has been erased.');
}

function totalsOf(db: Queryable, email: string): Customer['totals'] {
  const { paid, refunded, refunding, ...counts } = addUpOrdersOf(db, email);
  return {
    ...counts,
    paid: centsToDollars(paid),
    refunded: centsToDollars(refunded),
    refunding: centsToDollars(refunding),
  };
}
