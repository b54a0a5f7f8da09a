import { writeTransaction } from '../../../db/client.ts';
import { seconds } from '../../shared/durations.ts';
import { isRefundLost } from '../../shared/orders/money-states.ts';
import { type Context, noControl } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import type { PaymentRefund } from '../base/payment-gateway.ts';
import { isCausedByRefusedKey, ProviderFailure } from '../base/provider-failure.ts';
import { requireOrderEvenDeleted } from '../orders/find-order.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { findRefundById, listAskedRefunds, type RefundRow, updateRefundIf } from './money-repository.ts';
import { refreshPayment, settlePayment } from './settle-payment.ts';
import { storePaymentRefund } from './store-payment-facts.ts';
import { applyMoney, readMoneyFacts } from './sync-order-money.ts';

/** Asks the provider for a stored refund, always under the same key. It stays `asked` while its outcome is unknown. */
export async function sendRefund(context: Context, refund: RefundRow): Promise<RefundRow> {
  const { paymentIntentId } = requireOrderEvenDeleted(context.db, refund.orderId);
  if (paymentIntentId === null) throw new Error('An order without a payment has a refund.');
  const made = await context.payments
    .refundPayment({
      id: paymentIntentId,
      amountMinor: refund.amountMinor,
      ourId: refund.id,
      idempotencyKey: `refund:${refund.id}`,
    })
    .catch(async (error: unknown) => {
      throw await handleError(context, refund, error);
    });
  await storeMadeRefund(context, refund, made);
  context.signals.wakeMailWorker();
  context.log.info({ orderId: refund.orderId, amountMinor: refund.amountMinor }, 'a refund was made');
  const payment = await context.payments.findPayment(paymentIntentId, 'everything').catch(nullIfUnanswered);
  if (payment) await settlePayment(context, payment);
  return findRefundById(context.db, refund.id) ?? refund;
}

function nullIfUnanswered(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
}

async function storeMadeRefund(
  context: Context,
  { orderId, amountMinor }: RefundRow,
  made: PaymentRefund,
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const order = requireOrderEvenDeleted(tx, orderId);
    const before = readMoneyFacts(tx, order);
    if (!storePaymentRefund({ context, tx, order }, made)) return;
    applyMoney(context, tx, order, {
      ...readMoneyFacts(tx, order),
      refundedMinor: before.refundedMinor + (isRefundLost(made) ? 0 : amountMinor),
    });
  });
}

/** A refusal ends the refund; after anything else its outcome is unknown. @returns the error for the caller */
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
  await endRefund(context, refund, isRefusal ? error.message : (cause as ProviderFailure).words);
  if (isRefusal) return error;
  return new DomainError(
    'payment_provider_failed',
    `Nothing was refunded: ${(cause as ProviderFailure).words}.`,
    { cause },
  );
}

async function endRefund(
  context: Context,
  { id, orderId, amountMinor, askedBy }: RefundRow,
  why: string,
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    if (!updateRefundIf(tx, id, 'asked', { status: 'refused', failure: why })) return;
    const at = context.clock.now();
    const { currency } = requireOrderEvenDeleted(tx, orderId);
    const data = { amountMinor, currency, words: why };
    recordEvent(tx, { orderId, type: 'refund_refused', actor: askedBy ?? 'stripe', at, data });
  });
}

const requestTimeoutMs = seconds(45);

/** Finishes unanswered refunds: looks whether Stripe has made them, and if not asks again. @returns how many */
export async function finishRefunds(context: Context, { stop, heartbeat } = noControl): Promise<number> {
  let finished = 0;
  for (const refund of listAskedRefunds(context.db, context.clock.now() - requestTimeoutMs)) {
    if (stop.aborted) return finished;
    heartbeat();
    try {
      await finish(context, refund);
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
async function finish(context: Context, refund: RefundRow): Promise<void> {
  const payment = await refreshPayment(context, requireOrderEvenDeleted(context.db, refund.orderId));
  if (findRefundById(context.db, refund.id)?.status !== 'asked') return;
  if (!payment) {
    await endRefund(
      context,
      refund,
      'Stripe does not know this payment. Do the keys belong to another account?',
    );
    return;
  }
  if (payment.refundedMinor !== refund.refundedBeforeMinor) {
    await endRefund(context, refund, 'Money was refunded at Stripe; this refund was not made.');
    return;
  }
  await sendRefund(context, refund);
}
