import { type Transaction, writeTransaction } from '../../../db/client.ts';
import { seconds } from '../../shared/durations.ts';
import { toMajor, toMinor } from '../../shared/money.ts';
import { refundProblem } from '../../shared/orders/money-states.ts';
import {
  type RefundMade,
  type RefundRequest,
  refundedBeforeUnclear,
} from '../../shared/orders/refund-schema.ts';
import { type Context, noControl, type SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import type { Payment, PaymentScope } from '../base/payment-gateway.ts';
import { isCausedByRefusedKey, ProviderFailure } from '../base/provider-failure.ts';
import { aboutOrder, recordAudit } from '../base/record-audit.ts';
import { readOrder, requireOrder, requireOrderEvenDeleted } from '../orders/find-order.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { moneyFormatter } from '../shop/settings-repository.ts';
import { refundableMinor } from './derive-money.ts';
import { readMoneyFacts, storeMadeRefund, syncPaidOrder } from './money-facts.ts';
import {
  findAskedRefund,
  findRefundById,
  insertRefund,
  listAskedRefunds,
  listRefunds,
  markFailuresSeen,
  type RefundRow,
  updateRefund,
  updateRefundIf,
} from './money-repository.ts';
import { settlePayment } from './settle-payment.ts';

/** Minor units; a null amount means all that is left, a null `refundedBeforeMinor` that none was sent. */
interface RefundSums {
  amountMinor: number | null;
  refundedBeforeMinor: number | null;
}

/**
 * Refunds an order at Stripe, once even if a call is repeated whose answer was lost.
 * @throws {DomainError} `order_conflict` when less or nothing can be refunded; `payment_conflict` when the caller saw
 *   another sum, a refund has no answer yet, or Stripe refuses; `payment_provider_failed` (`isOutcomeUnknown`)
 */
export async function refundOrder(
  context: Context,
  user: SignedIn,
  orderId: string,
  request: RefundRequest,
): Promise<RefundMade> {
  const order = requireOrder(context.db, orderId);
  const sums = readSums(request, order.currency);
  const payment = await findPaymentToRefund(context, order, 'Nothing was refunded.');
  if (payment?.status !== 'succeeded') throw nothingToRefund();
  // The admin may be faster than the payment's webhook.
  if (order.paymentStatus === 'unpaid') await settlePayment(context, payment);
  const asked = await writeTransaction(context.db, (tx) =>
    storeAskedRefund(context, tx, user, { orderId, sums, payment }),
  );
  // Thrown after the commit: the fetched payment stays stored.
  if (asked instanceof DomainError) throw asked;
  const refund = asked.status === 'asked' ? await makeRefund(context, payment, asked, 'admin') : asked;
  return {
    order: readOrder(context, orderId),
    amount: toMajor(refund.amountMinor, order.currency),
    refundId: refund.stripeId ?? '',
    refundStatus: refund.status,
  };
}

/** @throws {DomainError} `invalid_request` for an amount that the currency does not have */
function readSums({ amount, refundedBefore }: RefundRequest, currency: string): RefundSums {
  const amountMinor = amount === undefined ? null : toMinor(amount, currency);
  const problem = amount === undefined ? null : refundProblem(amountMinor, currency);
  if (problem !== null) throw new DomainError('invalid_request', problem);
  const refundedBeforeMinor = refundedBefore === undefined ? null : toMinor(refundedBefore, currency);
  if (refundedBefore !== undefined && refundedBeforeMinor === null) {
    throw new DomainError('invalid_request', refundedBeforeUnclear);
  }
  return { amountMinor, refundedBeforeMinor };
}

/** Fetches an order's payment from Stripe; null without one. @param meanwhile for errors: what was not done */
export async function findOrderPayment(
  { payments }: Context,
  { paymentIntentId }: OrderRow,
  { scope, meanwhile }: { scope: PaymentScope; meanwhile?: string | undefined },
): Promise<Payment | null> {
  if (paymentIntentId === null) return null;
  try {
    return await payments.findPayment(paymentIntentId, scope);
  } catch (error) {
    if (!(error instanceof DomainError) || !(error.cause instanceof ProviderFailure)) throw error;
    // The gateway's sentence is for customers.
    const { cause } = error;
    const why = `The payment could not be checked with Stripe: ${cause.words}.`;
    throw new DomainError('payment_provider_failed', meanwhile ? `${why} ${meanwhile}` : why, { cause });
  }
}

/** Fetches the payment, with failed refunds too if there may be any. */
function findPaymentToRefund(context: Context, order: OrderRow, meanwhile?: string): Promise<Payment | null> {
  const scope = listRefunds(context.db, order.id).length > 0 ? 'refunds' : 'payment';
  return findOrderPayment(context, order, { scope, meanwhile });
}

function nothingToRefund(): DomainError {
  return new DomainError('order_conflict', 'There is nothing to refund on this order.');
}

/** Stores the fetched payment and the refund to make. Returns the refund, or why it cannot be made. */
function storeAskedRefund(
  context: Context,
  tx: Transaction,
  user: SignedIn,
  { orderId, sums, payment }: { orderId: string; sums: RefundSums; payment: Payment },
): RefundRow | DomainError {
  const found = requireOrder(tx, orderId);
  if (found.paymentIntentId !== payment.id) {
    return new DomainError(
      'payment_conflict',
      'Another payment for this order came in. Nothing was refunded.',
    );
  }
  syncPaidOrder(context, tx, found, payment);
  const now = context.clock.now();
  const order = requireOrder(tx, orderId);
  const money = moneyFormatter(tx, order.currency);
  const facts = readMoneyFacts(tx, order);
  const repeated = findRepeatedRefund(listRefunds(tx, orderId), sums, facts.receivedMinor);
  if (repeated) return updateRefund(tx, repeated.id, { toldAt: now });
  const left = refundableMinor(facts);
  const sawOthers = sums.refundedBeforeMinor !== null && sums.refundedBeforeMinor !== facts.refundedMinor;
  // Another refund was made between Stripe's answer and now.
  if (sawOthers || payment.refundedMinor !== facts.refundedMinor) {
    return new DomainError(
      'payment_conflict',
      `${money(facts.refundedMinor)} of this order has already been refunded, and ${money(left)} is left. No new refund was made.`,
    );
  }
  if (left === 0) return nothingToRefund();
  const amountMinor = sums.amountMinor ?? left;
  if (amountMinor > left) {
    return new DomainError('order_conflict', `At most ${money(left)} can be refunded.`);
  }
  const open = findAskedRefund(tx, orderId);
  if (open && open.amountMinor !== amountMinor) {
    return new DomainError(
      'payment_conflict',
      `${open.askedBy} already asked for a refund of ${money(open.amountMinor)}, and Stripe hasn’t answered yet. We ask again every minute. Your refund was not made.`,
    );
  }
  markFailuresSeen(tx, orderId, now);
  if (open) return open;
  const details = { amount: money(amountMinor) };
  recordAudit(tx, { actor: user, at: now, action: 'refund_asked', subject: aboutOrder(order), details });
  return insertRefund(tx, {
    id: context.random.newId(),
    orderId,
    amountMinor,
    status: 'asked',
    askedBy: user.username,
    refundedBeforeMinor: facts.refundedMinor,
    createdAt: now,
  });
}

/** Returns a refund that was made but whose answer did not reach the caller, who asks again. */
function findRepeatedRefund(
  refunds: RefundRow[],
  sums: RefundSums,
  receivedMinor: number,
): RefundRow | undefined {
  if (sums.refundedBeforeMinor !== null) return undefined;
  return refunds.find(
    ({ amountMinor, refundedBeforeMinor, status, askedBy, toldAt }) =>
      ['succeeded', 'pending', 'requires_action'].includes(status) &&
      askedBy !== null &&
      toldAt === null &&
      amountMinor === (sums.amountMinor ?? receivedMinor - refundedBeforeMinor),
  );
}

/** Makes a stored refund at Stripe, always under the same key. It stays `asked` while its outcome is unknown. */
async function makeRefund(
  context: Context,
  payment: Payment,
  refund: RefundRow,
  caller: 'admin' | 'job',
): Promise<RefundRow> {
  const { id, orderId, amountMinor } = refund;
  const made = await context.payments
    .refundPayment({ id: payment.id, amountMinor, ourId: id, idempotencyKey: `refund:${id}` })
    .catch(async (error: unknown) => {
      throw await handleError(context, refund, error);
    });
  const stored = await writeTransaction(context.db, (tx) => {
    storeMadeRefund(context, tx, requireOrderEvenDeleted(tx, orderId), made);
    if (caller === 'admin') updateRefund(tx, id, { toldAt: context.clock.now() });
    return findRefundById(tx, id);
  });
  context.signals.wakeMailWorker();
  context.log.info({ orderId, amountMinor }, 'a refund was made');
  return stored ?? refund;
}

/** Ends a refund that was refused; after other errors its outcome is unknown. Returns the error for the caller. */
async function handleError(context: Context, refund: RefundRow, error: unknown): Promise<unknown> {
  if (!(error instanceof DomainError)) return error;
  const { cause } = error;
  const isRefusal = error.code === 'payment_conflict';
  if (!isRefusal && !(cause instanceof ProviderFailure && cause.isAnswered)) {
    return new DomainError(
      'payment_provider_failed',
      'Stripe did not answer, so we don’t know yet whether this refund was made. We ask again every minute with the same key, so it is made only once. The order’s history will show it.',
      { cause, isOutcomeUnknown: true },
    );
  }
  const words = cause instanceof ProviderFailure ? cause.words : error.message;
  await writeTransaction(context.db, (tx) => endRefund(context, tx, refund, words));
  if (isRefusal) return error;
  return new DomainError('payment_provider_failed', `Nothing was refunded: ${words}.`, { cause });
}

function endRefund({ clock }: Context, tx: Transaction, refund: RefundRow, words: string): void {
  const { id, orderId, amountMinor, askedBy } = refund;
  if (!updateRefundIf(tx, id, 'asked', { status: 'refused', failure: words })) return;
  const { currency } = requireOrderEvenDeleted(tx, orderId);
  const data = { amountMinor, currency, words };
  recordEvent(tx, { orderId, type: 'refund_refused', actor: askedBy ?? 'stripe', at: clock.now(), data });
}

const requestTimeoutMs = seconds(45);

/** Completes refunds without an answer: finds them at Stripe, or requests them again. Returns how many. */
export async function finishRefunds(context: Context, { stop, heartbeat } = noControl): Promise<number> {
  let finished = 0;
  for (const refund of listAskedRefunds(context.db, context.clock.now() - requestTimeoutMs)) {
    if (stop.aborted) return finished;
    heartbeat();
    try {
      await finishRefund(context, refund);
      finished += 1;
    } catch (error) {
      if (!(error instanceof DomainError) || isCausedByRefusedKey(error)) throw error;
      const isOver = findRefundById(context.db, refund.id)?.status !== 'asked';
      if (isOver) finished += 1;
      context.log.warn(
        { orderId: refund.orderId, err: error.cause ?? error },
        'a refund could not be finished',
      );
    }
  }
  return finished;
}

/** Stripe forgets idempotency keys after a day, but each refund has our id in its metadata. */
async function finishRefund(context: Context, refund: RefundRow): Promise<void> {
  const order = requireOrderEvenDeleted(context.db, refund.orderId);
  const payment = await findPaymentToRefund(context, order);
  const isUnmade = await writeTransaction(context.db, (tx) => {
    if (payment) syncPaidOrder(context, tx, requireOrderEvenDeleted(tx, order.id), payment);
    if (findRefundById(tx, refund.id)?.status !== 'asked') return false;
    if (payment?.refundedMinor === refund.refundedBeforeMinor) return true;
    const words = payment
      ? 'Money was refunded in Stripe; this refund was not made.'
      : 'Stripe does not know this payment. Do the keys belong to another account?';
    endRefund(context, tx, refund, words);
    return false;
  });
  if (payment && isUnmade) await makeRefund(context, payment, refund, 'job');
}
