import type { WithdrawalPage } from '../../shared/aftercare/withdrawal.ts';
import { withdrawalWords } from '../../shared/aftercare/withdrawal.ts';
import { canonicalEmail } from '../../shared/email-address.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { findOrderBehindLink } from '../orders/order-links.ts';
import { findOrder, findOrderByNumber, type OrderRow } from '../orders/order-repository.ts';
import { findWithdrawal, isMoneyDue } from '../orders/withdrawal-repository.ts';
import { hasWithdrawal } from '../settings/aftercare-settings.ts';
import { formatMoment } from '../time/moment-words.ts';
import { refusalOf, withdraw } from './withdraw.ts';

/** @returns whether the customer of an order can withdraw here: the shop offers it, or did when they consented */
export function maySayWithdrawal({ db }: Pick<Context, 'db'>, order: OrderRow): boolean {
  return hasWithdrawal(db) || order.consentId !== null;
}

/**
 * The first step, for a customer who did not keep the link: by order number and address. A wrong number and a wrong
 * address answer alike.
 *
 * @returns the secret of the page of the second step; null when there is no such order
 */
export function stateByNumber(
  context: Context,
  { orderNumber, email }: { orderNumber: string; email: string },
): string | null {
  const order = hasWithdrawal(context.db) ? findOrderByNumber(context.db, orderNumber) : undefined;
  const isTheirs = order?.canonicalEmail === canonicalEmail(email);
  return order && isTheirs && order.paymentStatus !== 'unpaid' ? state(context, order) : null;
}

/** The first step, on the page of the order. @returns as `stateByNumber` */
export function stateByLink(context: Context, token: string): string | null {
  const order = findOrderBehindLink(context, token);
  return order && maySayWithdrawal(context, order) ? state(context, order) : null;
}

function state({ statedWithdrawals, random }: Context, { id: orderId }: OrderRow): string {
  const key = random.newLinkToken();
  statedWithdrawals.set(key, { orderId, problem: null });
  return key;
}

/**
 * The second step. What keeps it from being taken stands on its page.
 *
 * @param limit refuses when there were too many
 */
export async function confirmWithdrawal(
  context: Context,
  key: string,
  limit: () => Promise<void>,
): Promise<void> {
  const stated = context.statedWithdrawals.get(key)?.value;
  if (!stated) return;
  const { orderId } = stated;
  try {
    await limit();
    const written = context.db.commits.watch();
    await withdraw(context, orderId);
    await written();
    context.statedWithdrawals.set(key, { orderId, problem: null });
  } catch (error) {
    if (error instanceof DomainError) {
      // Any other refusal the page finds by itself.
      if (error.code === 'too_many_requests') {
        context.statedWithdrawals.set(key, { orderId, problem: error.message });
      }
      return;
    }
    context.log.error({ err: error, orderId }, 'a withdrawal could not be kept');
    const problem = 'We couldn’t save your withdrawal. Please press the button again.';
    context.statedWithdrawals.set(key, { orderId, problem });
  }
}

/** @returns what the page of a withdrawal says; null once it is forgotten, an hour after the first step */
export function readWithdrawal(context: Context, key: string): WithdrawalPage | null {
  const stated = context.statedWithdrawals.get(key)?.value;
  const order = stated && findOrder(context.db, stated.orderId);
  if (!order) return null;
  const known = findWithdrawal(context.db, order.id);
  const refusal = known ? null : refusalOf(context, context.db, order);
  return {
    orderNumber: order.orderNumber,
    step: known ? 'confirmed' : refusal === null ? 'stated' : 'refused',
    words: withdrawalWords(order.orderNumber),
    confirmedAt: known ? formatMoment(known.statedAt, context.config.businessTimeZone) : null,
    refusal,
    hasMoneyBack: known ? isMoneyDue(known) : order.amountCents > 0,
    receiptTo: maskedAddress(order.customerEmail),
    problem: stated.problem,
  };
}

/** A visitor with the link to an order need not learn its address. */
function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address].slice(0, 1).join('')}…${address.slice(at)}`;
}
