import { withdrawalText } from '../../shared/aftercare/withdrawal.ts';
import { canonicalEmail, maskAddress } from '../../shared/email/email-address.ts';
import type { Context } from '../base/context.ts';
import { handleForm } from '../base/handle-form.ts';
import { formatMoment } from '../base/time/moments.ts';
import { findLink } from '../orders/order-links.ts';
import { findOrder, findOrderByNumber, type OrderRow } from '../orders/order-repository.ts';
import { findWithdrawal, isMoneyDue } from '../orders/withdrawal-repository.ts';
import { offersWithdrawal } from '../shop/change-settings.ts';
import { withdraw, withdrawalRefusal } from './withdraw.ts';

/** Returns whether the shop offers withdrawals, or did when the customer consented. An order may still refuse. */
export function mayWithdraw({ db }: Pick<Context, 'db'>, order: OrderRow): boolean {
  return offersWithdrawal(db) || order.consentId !== null;
}

/** Begins a withdrawal, in memory only. @returns the secret of its page; null for a wrong number or address */
export function requestWithdrawalByNumber(
  context: Context,
  { orderNumber, email }: { orderNumber: string; email: string },
): string | null {
  const order = offersWithdrawal(context.db) ? findOrderByNumber(context.db, orderNumber) : undefined;
  const isTheirs = order?.canonicalEmail === canonicalEmail(email);
  return order && isTheirs && order.paymentStatus !== 'unpaid' ? requestWithdrawal(context, order) : null;
}

/** Begins a withdrawal as `requestWithdrawalByNumber`, by the link of an order; null when none is offered for it. */
export function requestWithdrawalByLink(context: Context, token: string): string | null {
  const order = findLink(context, token)?.order;
  return order && mayWithdraw(context, order) ? requestWithdrawal(context, order) : null;
}

function requestWithdrawal({ unfinishedForms, random }: Context, { id: orderId }: OrderRow): string {
  const key = random.newLinkToken();
  unfinishedForms.pendingWithdrawals.set(key, orderId);
  return key;
}

/** Withdraws from an order, unless `key` is unknown. A refusal is not thrown, but kept for the page of `key`. */
export async function confirmWithdrawal(
  context: Context,
  key: string,
  limit: () => Promise<void>,
): Promise<void> {
  const orderId = context.unfinishedForms.pendingWithdrawals.get(key)?.value;
  if (!orderId) return;
  context.unfinishedForms.pendingWithdrawals.set(key, orderId);
  await handleForm(
    context,
    { key, orderId, text: '' },
    async () => {
      await limit();
      await withdraw(context, orderId);
    },
    'We couldn’t save your withdrawal. Please press the button again.',
  );
}

/** Returns what the page of a withdrawal shows; null for an unknown key, and an hour after the last step. */
export function readWithdrawal(context: Context, key: string) {
  const orderId = context.unfinishedForms.pendingWithdrawals.get(key)?.value;
  const order = orderId && findOrder(context.db, orderId);
  if (!order) return null;
  const known = findWithdrawal(context.db, order.id);
  const refusal = known ? null : withdrawalRefusal(context, context.db, order);
  return {
    orderNumber: order.orderNumber,
    step: known ? ('confirmed' as const) : refusal === null ? ('stated' as const) : ('refused' as const),
    words: withdrawalText(order.orderNumber),
    confirmedAt: known ? formatMoment(known.statedAt, context.config.businessTimeZone) : null,
    refusal,
    hasMoneyBack: known ? isMoneyDue(known) : order.amountMinor > 0,
    receiptTo: maskAddress(order.customerEmail),
    problem: context.unfinishedForms.rejected.get(key)?.value.problem ?? null,
  };
}
