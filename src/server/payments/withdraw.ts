import { type Queryable, writeTransaction } from '../../../db/client.ts';
import { settleObstacle } from '../../shared/aftercare/settling.ts';
import { type WithdrawalRefusal, withdrawalText } from '../../shared/aftercare/withdrawal.ts';
import { canonicalEmail, maskAddress } from '../../shared/email/email-address.ts';
import { toMinor } from '../../shared/money.ts';
import { refundedBeforeUnclear } from '../../shared/orders/refund-schema.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { handleForm } from '../base/handle-form.ts';
import { aboutOrder, recordAudit } from '../base/record-audit.ts';
import { moveByBusinessTime } from '../base/time/business-days.ts';
import { formatMoment } from '../base/time/moments.ts';
import { enqueueCustomerMail, requeueCanceled } from '../mail/outbox-repository.ts';
import { isApprovalFinal, requireOrder } from '../orders/find-order.ts';
import { closeOpenQuestion } from '../orders/messages/questions.ts';
import { notify } from '../orders/notify.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { findLink } from '../orders/order-links.ts';
import { findOrder, findOrderByNumber, type OrderRow, updateOrderIf } from '../orders/order-repository.ts';
import { recallDelivery } from '../readings/review-reading.ts';
import { readClosedDays } from '../shop/business-calendar.ts';
import { offersWithdrawal } from '../shop/change-settings.ts';
import { moneyFormatter } from '../shop/settings-repository.ts';
import { remainingMinor } from './derive-money.ts';
import { applyMoney, readMoneyFacts } from './money-facts.ts';
import { findAskedRefund } from './money-repository.ts';
import {
  findWithdrawal,
  insertWithdrawal,
  isMoneyDue,
  updateWithdrawal,
  type WithdrawalRow,
} from './withdrawal-repository.ts';

/** Returns whether the shop offers withdrawals, or did at the customer's consent; `withdrawalRefusal` still applies. */
export function mayWithdraw({ db }: Pick<Context, 'db'>, order: OrderRow): boolean {
  return offersWithdrawal(db) || order.consentId !== null;
}

/**
 * Starts a withdrawal, in memory only, and returns the key of the page that confirms it; null for a wrong number or
 * address, for an unpaid order, or if the shop offers no withdrawals.
 */
export function requestWithdrawalByNumber(
  context: Context,
  { orderNumber, email }: { orderNumber: string; email: string },
): string | null {
  const order = offersWithdrawal(context.db) ? findOrderByNumber(context.db, orderNumber) : undefined;
  const isTheirs = order?.canonicalEmail === canonicalEmail(email);
  return order && isTheirs && order.paymentStatus !== 'unpaid' ? requestWithdrawal(context, order) : null;
}

/**
 * Starts a withdrawal like `requestWithdrawalByNumber`, but by an order's link; null for a bad link, or if the shop
 * offers no withdrawals and did not when the customer ordered.
 */
export function requestWithdrawalByLink(context: Context, token: string): string | null {
  const order = findLink(context, token)?.order;
  return order && mayWithdraw(context, order) ? requestWithdrawal(context, order) : null;
}

function requestWithdrawal({ unfinishedForms, random }: Context, { id: orderId }: OrderRow): string {
  const key = random.newLinkToken();
  unfinishedForms.pendingWithdrawals.set(key, orderId);
  return key;
}

/** Withdraws from the order of `key`, if known. Does not throw a refusal, but keeps it for the page of `key`. */
export async function confirmWithdrawal(
  context: Context,
  key: string,
  limit: () => Promise<void>,
): Promise<void> {
  const orderId = context.unfinishedForms.pendingWithdrawals.get(key);
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

/** Returns the content of a withdrawal's page; null for an unknown key, or from an hour after the last step. */
export function readWithdrawal(context: Context, key: string) {
  const orderId = context.unfinishedForms.pendingWithdrawals.get(key);
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
    problem: context.unfinishedForms.rejected.get(key)?.problem ?? null,
  };
}

/**
 * Returns why a customer cannot withdraw from an order; null if they can. With a consent the right ends at delivery
 * (Directive 2011/83/EU, article 16(a)); without it, an admin decides.
 */
export function withdrawalRefusal(
  context: Context,
  db: Queryable,
  order: OrderRow,
): WithdrawalRefusal | null {
  if (order.paymentStatus === 'refunded' || order.hold === 'refund') return 'refunded';
  if (order.paymentStatus === 'disputed') return 'disputed';
  if (!isApprovalFinal(context, db, order)) return null;
  return order.consentId === null ? 'delivered_without_consent' : 'delivered';
}

/** Records a withdrawal once, and stops work. @throws {DomainError} `order_not_found`, `withdrawal_conflict` */
export async function withdraw(context: Context, orderId: string): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const order = requireOrder(tx, orderId);
    if (findWithdrawal(tx, orderId)) return;
    // An erased customer could not get a receipt.
    if (order.erasedAt !== null || withdrawalRefusal(context, tx, order) !== null) {
      throw new DomainError('withdrawal_conflict', 'You can’t withdraw from this order anymore.');
    }
    const at = context.clock.now();
    insertWithdrawal(tx, {
      id: context.random.newId(),
      orderId,
      words: withdrawalText(order.orderNumber),
      statedAt: at,
      dueMinor: remainingMinor(order),
    });
    recordEvent(tx, { orderId, type: 'withdrawal_stated', actor: 'customer', at });
    closeOpenQuestion(context, tx, orderId, { actor: 'customer' });
    recallDelivery(context, tx, order, 'customer');
    const stopped = requireOrder(tx, orderId);
    applyMoney(context, tx, stopped, readMoneyFacts(tx, stopped));
    enqueueCustomerMail(context, tx, 'withdrawal_receipt', order);
    notify(context, tx, { kind: 'withdrawal_for_admin', orderIds: [orderId] });
  });
  context.signals.wakeMailWorker();
}

/** Ends a withdrawal and adds its business time to the due date. @throws `order_not_found`, `withdrawal_not_found` */
export async function liftWithdrawal(context: Context, user: SignedIn, orderId: string): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const order = requireOrder(tx, orderId);
    const known = requireWithdrawal(tx, orderId);
    const now = context.clock.now();
    updateWithdrawal(tx, known.id, { liftedAt: now, liftedById: user.id });
    const days = { timeZone: context.config.businessTimeZone, isClosed: readClosedDays(tx) };
    const dueAt = order.dueAt && moveByBusinessTime(order.dueAt, known.statedAt, now, days);
    const moved = updateOrderIf(tx, orderId, {}, { dueAt }) ?? order;
    recordEvent(tx, { orderId, type: 'withdrawal_lifted', actor: user.username, at: now });
    recordAudit(tx, { actor: user, at: now, action: 'withdrawal_lifted', subject: aboutOrder(order) });
    // The confirmation was canceled if the mail server was away.
    requeueCanceled(tx, { orderId, kinds: ['order_confirmation'], since: known.statedAt, now });
    applyMoney(context, tx, moved, readMoneyFacts(tx, moved));
  });
  context.signals.wakeMailWorker();
}

/**
 * Records an admin's decision to refund no more. @param refundedBefore what they saw as refunded, in major units
 * @throws {DomainError} `withdrawal_conflict` if that has changed or nothing is left; `withdrawal_not_found`
 */
export async function settleWithdrawal(
  context: Context,
  user: SignedIn,
  orderId: string,
  refundedBefore: number,
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const order = requireOrder(tx, orderId);
    const known = requireWithdrawal(tx, orderId);
    if (known.settledAt !== null) return;
    const keptMinor = remainingMinor(order);
    const refundedBeforeMinor = toMinor(refundedBefore, order.currency);
    if (refundedBeforeMinor === null) throw new DomainError('invalid_request', refundedBeforeUnclear);
    const refusal = refusalToSettle(tx, order, refundedBeforeMinor);
    if (refusal !== null) throw new DomainError('withdrawal_conflict', refusal);
    const at = context.clock.now();
    updateWithdrawal(tx, known.id, { settledAt: at, settledById: user.id });
    const data = { amountMinor: keptMinor, currency: order.currency };
    recordEvent(tx, { orderId, type: 'withdrawal_settled', actor: user.username, at, data });
    const details = { kept: moneyFormatter(tx, order.currency)(keptMinor) };
    recordAudit(tx, { actor: user, at, action: 'withdrawal_settled', subject: aboutOrder(order), details });
  });
}

function refusalToSettle(tx: Queryable, order: OrderRow, refundedBeforeMinor: number): string | null {
  const { dispute, hold, refundedMinor, refundingMinor } = order;
  const isRefunding = refundingMinor > 0 || findAskedRefund(tx, order.id) !== undefined;
  const reason = settleObstacle({ isRefunding, dispute });
  if (reason !== null) return reason;
  const left = remainingMinor(order);
  if (left <= 0 || hold !== 'withdrawal') return 'There is nothing left to refund on this order.';
  if (refundedBeforeMinor === refundedMinor) return null;
  const money = moneyFormatter(tx, order.currency);
  return `${money(refundedMinor)} of this order has been refunded by now, and ${money(left)} is left. Nothing was settled.`;
}

function requireWithdrawal(tx: Queryable, orderId: string): WithdrawalRow {
  const known = findWithdrawal(tx, orderId);
  if (!known) throw new DomainError('withdrawal_not_found', 'There is no withdrawal from this order.');
  return known;
}
